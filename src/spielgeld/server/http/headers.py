"""The security headers of the page and the API; refusals before them (408, 421, 431) have none."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
WORKER_SECURITY_POLICY = CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
)
"""Of the script that runs Python in the browser: it alone may make WebAssembly."""
_EVERYWHERE = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # The path holds the table's code, which is all it takes to watch.
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()",
    ),
)
_IN_THE_API = (*_EVERYWHERE, (b"cache-control", b"no-store"))
_LOCAL_WORKER = "/python/worker-"
_IN_THE_WORKER = (
    (b"content-security-policy", WORKER_SECURITY_POLICY.encode()),
    *_EVERYWHERE[1:],
)
_STARTS = {"http.response.start", "websocket.http.response.start"}


class SecurityHeaders:
    """Middleware that puts the headers on every response, in place of any the app has set."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        ours = _headers_for(scope["path"])
        names = {name for name, _ in ours}

        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                theirs = [
                    each for each in message.get("headers", ()) if each[0].lower() not in names
                ]
                message = {**message, "headers": [*theirs, *ours]}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _headers_for(path: str) -> tuple[tuple[bytes, bytes], ...]:
    if f"{path}/".startswith("/api/"):
        return _IN_THE_API
    return _IN_THE_WORKER if path.startswith(_LOCAL_WORKER) else _EVERYWHERE

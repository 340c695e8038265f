"""nginx and Caddy in front of a real server, set up by the files in `deploy/`.

Only what must differ on a machine for tests is changed in them: ports, the certificate, folders.
"""

import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

from support.server_process import ServerProcess
from support.waiting import wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = "cards.example.org"
_PATIENCE = 30.0
NGINX = """\
{user}
daemon off;
pid {folder}/pid;
error_log {folder}/main.log;
events {{}}
http {{
    # As Debian has it: logs for every block that says nothing else.
    access_log {folder}/access.log;
    error_log {folder}/error.log info;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {ours}
}}
"""
CADDY = """\
	admin off
	http_port {plain_port}
	log {{"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Front:
    """A proxy with TLS, and the server, or nodes, behind it."""

    def __init__(self, folder: Path, nodes: int, places: Sequence[str] = ()) -> None:
        folder.mkdir()
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.node_ports = [free_port() for _ in range(nodes)]
        self.places = places or [f"127.0.0.1:{port}" for port in self.node_ports]
        """Where the servers are."""
        self.url = f"https://{SITE}:{self.port}"
        self.certificate = folder / "certificate.pem"
        self.key = folder / "key.pem"
        self.server: ServerProcess
        _make_certificate(self.certificate, self.key)

    def ask(
        self, method: str, path: str, body: bytes | None = None, client: str = "", **headers: str
    ) -> HTTPResponse:
        """One request from that address; the body of the answer is read."""
        trusted = ssl.create_default_context(cafile=self.certificate)
        connection = _Named(
            "127.0.0.1",
            self.port,
            timeout=60,
            context=trusted,
            source_address=(client, 0) if client else None,
        )
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        return _answer(connection, method, path, body, {"Host": f"{SITE}:{self.port}", **told})

    def ask_plainly(self, path: str) -> HTTPResponse:
        """The same without TLS."""
        connection = HTTPConnection("127.0.0.1", self.plain_port, timeout=60)
        return _answer(connection, "GET", path, None, {"Host": SITE})

    def until_ready(self) -> None:
        """Wait until the proxy knows that the server is there."""
        wait_until(lambda: self.ask("GET", "/readyz").status == 200, "the server behind the proxy")

    def logs(self) -> str:
        """Everything the proxy has written down."""
        files = [*self.folder.rglob("*.log")]
        assert files
        return "".join([file.read_text() for file in files])


class _Named(HTTPSConnection):
    """A connection to an address that shows a certificate for our name."""

    def connect(self) -> None:
        HTTPConnection.connect(self)
        self.sock = self._context.wrap_socket(  # type: ignore[attr-defined]
            self.sock, server_hostname=SITE
        )


def _answer(
    connection: HTTPConnection, method: str, path: str, body: bytes | None, headers: dict[str, str]
) -> HTTPResponse:
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()  # type: ignore[attr-defined]
        return answer
    finally:
        connection.close()


def _make_certificate(certificate: Path, key: Path) -> None:
    program = shutil.which("openssl")
    assert program
    command = [program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={SITE}", "-addext"]
    command += [f"subjectAltName=DNS:{SITE}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)


def nginx(front: Front) -> list[str]:
    """Our file for nginx in a whole configuration; the command that starts it."""
    ours = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for there, here in {
        "listen 80;": f"listen 127.0.0.1:{front.plain_port};",
        "listen [::]:80;": f"listen 127.0.0.2:{front.plain_port};",
        "listen 443 ssl;": f"listen 127.0.0.1:{front.port} ssl;",
        "listen [::]:443 ssl;": f"listen 127.0.0.2:{front.port} ssl;",
        "/etc/letsencrypt/live/cards.example.org/fullchain.pem": str(front.certificate),
        "/etc/letsencrypt/live/cards.example.org/privkey.pem": str(front.key),
        "/var/log/nginx/": f"{front.folder}/",
        "server 127.0.0.1:8420;": "".join([f"server {place};" for place in front.places]),
    }.items():
        assert there in ours
        ours = ours.replace(there, here)
    user = "" if os.getuid() else "user root;"
    config = front.folder / "nginx.conf"
    config.write_text(NGINX.format(folder=front.folder, ours=ours, user=user), encoding="utf-8")
    return [
        "nginx",
        "-p",
        str(front.folder),
        "-e",
        str(front.folder / "main.log"),
        "-c",
        str(config),
    ]


def caddy(front: Front) -> list[str]:
    """Our file for Caddy, which would fetch a certificate; the command that starts it."""
    ours = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for there, here in {
        "\tlog {": CADDY.format(plain_port=front.plain_port),
        "{$SITE} {": f"{{$SITE}} {{\n\ttls {front.certificate} {front.key}",
    }.items():
        assert there in ours
        ours = ours.replace(there, here, 1)
    config = front.folder / "Caddyfile"
    config.write_text(ours, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def in_front(
    name: str, folder: Path, nodes: int = 1, places: Sequence[str] = ()
) -> Iterator[Front]:
    """That proxy, started, before a server, or several nodes, yet to start, here or elsewhere."""
    front = Front(folder, nodes, places)
    program, *words = PROXIES[name](front)
    servers = " ".join(front.places)
    environ = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    environ |= {"SITE": f"{SITE}:{front.port}", "SERVERS": servers}
    with (folder / "said.log").open("wb") as said:
        # nginx lives where only the administrator's path leads.
        command = [shutil.which(program, path=WHERE) or program, *words]
        process = subprocess.Popen(command, env=environ, stdout=said, stderr=said)
    try:
        wait_until(lambda: _listens(front.port) or process.poll() is not None, "the proxy")
        assert process.poll() is None, front.logs()
        yield front
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


WHERE = f"{os.environ['PATH']}{os.pathsep}/usr/sbin{os.pathsep}/usr/local/sbin"


def is_there(name: str) -> bool:
    """Whether the proxy, and what makes a certificate, are installed."""
    return all(shutil.which(each, path=WHERE) for each in (name, "openssl"))

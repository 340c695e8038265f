"""Tables over HTTP and WebSocket: the ASGI application and what it stands on."""

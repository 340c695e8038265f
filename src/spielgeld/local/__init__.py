"""The server without a network, for one browser: the same tables, endpoints, sockets and bots."""

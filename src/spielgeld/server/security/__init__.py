"""Which pages may talk to the server, and whose address a request comes from."""

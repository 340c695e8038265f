"""Which pages may talk to the server, whose a request is, and what browsers are told to refuse."""

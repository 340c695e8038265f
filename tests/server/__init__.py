"""Tests of the server, with real databases and real sockets."""

"""Tests of the server, with real databases, real Valkey and real sockets."""

"""Requests and responses: the API, the page, and what every request passes through."""

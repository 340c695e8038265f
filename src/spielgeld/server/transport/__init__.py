"""Between uvicorn and the application: limits on bytes, time and the number of connections."""

"""What can be asked of the server: each question is described once, without a web framework."""

"""What the operator sees: logs and metrics."""

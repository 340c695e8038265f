"""Long work on what strangers send, in processes of their own: people who play do not notice it."""

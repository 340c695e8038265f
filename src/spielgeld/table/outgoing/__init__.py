"""What goes out to players and watchers: messages, views, their encoding, and what changed."""

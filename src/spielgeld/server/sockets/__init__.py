"""WebSocket connections of players and watchers: what they say and what they are sent."""

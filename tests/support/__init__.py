"""What tests share: matches to play, servers to start, clients to speak with them."""

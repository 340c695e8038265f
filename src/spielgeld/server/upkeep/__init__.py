"""What happens without anybody asking: clocks, bots, leases of nodes, presence, retention."""

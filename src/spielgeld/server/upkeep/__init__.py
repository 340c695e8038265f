"""What happens without anybody asking: clocks, bots, presence, beats of processes, retention."""

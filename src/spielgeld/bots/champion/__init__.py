"""The champion: a network trained by `train/`, played with NumPy alone."""

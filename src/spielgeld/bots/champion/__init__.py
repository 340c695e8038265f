"""The champion: a network trained by the package in `training/`, played with NumPy alone."""

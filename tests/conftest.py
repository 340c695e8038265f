"""Settings that hold for all tests."""

from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the game.
settings.register_profile("spielgeld", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("spielgeld")

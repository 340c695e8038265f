"""What `conftest.py` promises: marks that are true, and cases that can be drawn again."""

import os
import subprocess

import pytest

from support import chance


def test_a_test_without_a_mark_starts_no_process() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"without a mark .* starts"):
        subprocess.run(["/bin/true"], check=True)


@pytest.mark.process
def test_a_test_with_a_mark_may_start_one() -> None:
    assert subprocess.run(["/bin/true"], check=False).returncode == 0


def test_a_seed_draws_the_same_cases_again_and_another_draws_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert os.environ["DRAW_SEED"] == str(chance.seed)
    draws = []
    for seed in (1, 2, 1):
        monkeypatch.setattr(chance, "seed", seed)
        draws.append(chance.drawn(range(1000), 20))
    assert draws[0] == draws[2] == sorted(draws[0])
    assert draws[0] != draws[1]
    assert len(set(draws[0])) == 20

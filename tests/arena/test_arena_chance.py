"""The generator that counts: its values are written down, for other programs give the same."""

import copy
import pickle

import pytest

from spielgeld.arena.chance import CountedRandom, mixed, splitmix64


def test_values_of_a_seed_are_those_that_are_published_for_splitmix64() -> None:
    chance = CountedRandom(1234567)
    assert [chance.getrandbits(64) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert CountedRandom(0).getrandbits(64) == 0xE220A8397B1DCDAF


def test_golden_values() -> None:
    chance = CountedRandom(7)
    assert chance.random() == 0.3898297483912715
    assert chance.getrandbits(5) == 0
    assert chance.getrandbits(100) == 0x953AEB706E6984080BAB12A02
    assert chance.randrange(10) == 7
    assert chance.choice("abcdef") == "b"
    assert mixed(1, 2, 3) == 0x68631D79EEAD940D


def test_bits_are_the_upper_ones_and_long_numbers_begin_with_the_lowest_word() -> None:
    both = CountedRandom(3)
    words = [both.getrandbits(64), both.getrandbits(64)]
    assert CountedRandom(3).getrandbits(10) == words[0] >> 54
    assert CountedRandom(3).getrandbits(70) == words[0] | (words[1] >> 58) << 64
    assert CountedRandom(3).random() == (words[0] >> 11) / 2**53


def test_no_bits_cost_no_value_and_fewer_are_refused() -> None:
    chance, other = CountedRandom(3), CountedRandom(3)
    assert chance.getrandbits(0) == 0
    assert chance.random() == other.random()
    with pytest.raises(ValueError, match="non-negative"):
        chance.getrandbits(-1)


def test_a_seed_is_a_whole_number_and_none_is_zero() -> None:
    assert CountedRandom().random() == CountedRandom(0).random()
    assert CountedRandom(2**64 + 5).random() == CountedRandom(5).random()
    with pytest.raises(TypeError, match="whole number"):
        CountedRandom("5")


@pytest.mark.parametrize("again", [copy.copy, lambda each: pickle.loads(pickle.dumps(each))])  # noqa: S301
def test_a_copy_goes_on_where_the_first_was(again: object) -> None:
    assert callable(again)
    chance = CountedRandom(9)
    chance.gauss()
    other = again(chance)
    assert [chance.gauss() for _ in range(3)] == [other.gauss() for _ in range(3)]


def test_mixing_is_one_to_one_and_goes_step_by_step() -> None:
    assert len({splitmix64(number) for number in range(10_000)}) == 10_000
    assert len({mixed(5, a, b) for a in range(100) for b in range(100)}) == 10_000
    assert mixed(mixed(5, 1), 2) == mixed(5, 1, 2) != mixed(5, 2, 1)


def test_the_values_look_like_chance() -> None:
    chance = CountedRandom(11)
    thrown = [chance.randrange(6) for _ in range(6000)]
    assert all(880 < thrown.count(face) < 1120 for face in range(6))
    # The first values of neighbouring seeds, which is how bots get theirs.
    first = [CountedRandom(mixed(1, number)).randrange(6) for number in range(6000)]
    assert all(880 < first.count(face) < 1120 for face in range(6))

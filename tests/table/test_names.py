"""Names: any script, but nothing that misleads, and no two alike at a table."""

import pytest

from spielgeld.table import commands, entries
from spielgeld.table.names import bot_names, clean_name
from support.lookalikes_text import TARGET, shortened
from support.tables import Table, agreed, refused


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "Łukasz",
        "José",
        "Ñandú",
        "Nguyễn Thị Hạnh",
        "Ирина",
        "Αθηνά",
        "さくら",
        "地球",
        "محمد",
        "مُحَمَّد",
        "राम",
        "क्षितिज",
        "রিয়া",
        "สมชาย",
        "น้ำผึ้ง",
        "ဖြိုး",
        "မြို့",
        "སྒྲོལ་མ",
        "ស៊្រី",
        "שרה",
        "שָּׂרָה",
        "葛\U000e0100城",
        "👩‍🚀",
        "M.",
        "42",
    ],
)
def test_any_script_is_welcome(name: str) -> None:
    assert clean_name(name, []) == name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\t \n Bo", "Ann Bo"),
        ("Zoe\u0308", "Zoë"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("Ann\u00a0Bo", "Ann Bo"),
    ],
)
def test_a_name_is_trimmed_and_composed(typed: str, shown: str) -> None:
    assert clean_name(typed, []) == shown


@pytest.mark.parametrize("name", ["", "   ", "\u200d", "\u0301", "\u200b", "\u00a0"])
def test_a_name_without_a_letter_is_refused(name: str) -> None:
    with refused("name_empty"):
        clean_name(name, [])


@pytest.mark.parametrize(
    "name", ["x" * 25, "कि" * 13, "x" + "\u0301" * 60, "👩‍🚀" * 12, "x" * 10**6]
)
def test_a_long_name_is_refused(name: str) -> None:
    with refused("name_long", most=24):
        clean_name(name, [])


def test_a_name_of_24_characters_is_not_long() -> None:
    assert clean_name("x" * 24, []) == "x" * 24


@pytest.mark.parametrize(
    "character",
    [
        *("\x00", "\x07", "\x1b", "\x7f", "\x9b"),  # control characters
        *("\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2069"),  # direction
        *("\u200b", "\u200e", "\u200f", "\ufeff", "\u00ad", "\u2060"),  # nothing to see
        *("\u034f", "\u115f", "\u1160", "\u17b4", "\u2800", "\u3164", "\uffa0"),  # nor here
        *("\u303f", "\ufffc", "\U00013441", "\U00016fe4", "\U0001d159", "\U0001d173"),
        *("\ue000", "\U000e0041", "\ud800", "\u0378"),  # private, tags, half a pair, unassigned
    ],
)
def test_what_cannot_be_seen_or_turns_the_writing_is_refused(character: str) -> None:
    with refused("name_character", character=f"U+{ord(character):04X}"):
        clean_name(f"An{character}n", [])


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\U0001d159", "\ufffc"])
def test_an_invisible_name_is_refused(name: str) -> None:
    with refused("name_character"):
        clean_name(name, [])


def test_a_letter_has_at_most_three_marks() -> None:
    assert clean_name("Ann\u0316\u0317\u0318", []) == "Ann\u0316\u0317\u0318"
    for marks in ("\u0316" * 4, "\u0316" * 18, "\u0316\u0317\u200d\u0318\u0319"):
        with refused("name_marks", most=3):
            clean_name(f"Ann{marks}", [])


@pytest.mark.parametrize(
    "other",
    ["Ann", "ann", "ANN", "Ａｎｎ", "A n n", "Ann.", "A\u200dnn", "𝐀𝐧𝐧", "ⓐⓝⓝ", "Ann\ufe0f"],
)
def test_two_names_that_look_alike_are_refused(other: str) -> None:
    with refused("name_taken"):
        clean_name(other, ["Ann", "Bo"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),  # Cyrillic А
        ("Anne", "Annе"),  # Cyrillic е
        ("ANN", "ΑΝΝ"),  # all Greek
        ("Ann", "ΑΝΝ"),
        ("Capa", "Сара"),  # all Cyrillic, and a name of its own
        ("BOB", "ВОВ"),
        ("Max", "Маx"),
        ("sam", "sarn"),
        ("Al", "AI"),
        ("Bill", "BiIl"),
        ("Bob1", "Bobl"),
        ("Paul", "Pau|"),
        ("ROB", "R0B"),
        ("Ida", "ldа"),
        ("Łukasz", "Ł\u200dukаsz"),
        ("Ирина", "Иpинa"),  # Latin p and a
        ("さくらへ", "さくらヘ"),  # hiragana and katakana
        ("ﺎnn", "lnn"),
        ("Ann", "Aηη"),
        ("Ann", "Aղղ"),  # Armenian
        ("Ann", "Anп"),
        ("Tom", "Toм"),
        ("Kate", "Каτε"),
    ],
)
def test_look_alikes_of_other_scripts_are_refused(one: str, other: str) -> None:
    assert one != other
    for taken, wanted in ((one, other), (other, one)):
        with refused("name_taken"):
            clean_name(wanted, [taken])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Ann\u05c1"),  # a Hebrew point
        ("Ann", "Ann\u302a"),  # an ideographic tone mark
        ("Ann", "Ann\u0332"),  # a line below
        ("Ann", "Ann\u0338"),  # a stroke
        ("Ann", "Ann\u20dd"),  # a circle
        ("Ann", "Ann\u0945"),  # a vowel sign of another script
        ("Ann", "Ann\u3099"),  # a voiced sound mark
        ("Ann", "Anň"),
        ("Jose", "José"),
        ("Zoe", "Zoë"),
        ("Jan", "Ján"),
        ("Soder", "Söder"),
        ("Lukasz", "Łukasz"),
        ("Nandu", "Ñandú"),
        ("Dung", "Dũng"),
        ("Αθηνα", "Αθηνά"),
        ("Артем", "Артём"),
        ("שרה", "שָׂרָה"),
        ("احمد", "أَحْمَد"),
    ],
)
def test_accents_and_points_do_not_distinguish_names(one: str, other: str) -> None:
    for taken, wanted in ((one, other), (other, one)):
        assert clean_name(wanted, [])
        with refused("name_taken"):
            clean_name(wanted, [taken])


def test_the_table_of_look_alikes_is_unicodes_own() -> None:
    unicodes = (
        "\ufeff# Head\n# Version: 17.0.0\n\n0430 ;\t0061 ;\tMA\t# а\n006D ;\t0072 006E ;\tMA\t#*\n"
    )
    *head, first, second = shortened(unicodes).splitlines()
    assert (first, second) == ("61:430", "72 6e:6d")
    ours = TARGET.read_text(encoding="ascii")
    assert ours.splitlines()[: len(head)] == head
    assert (
        sum(len(line.partition(":")[2].split()) for line in ours.splitlines()[len(head) :]) == 6565
    )


@pytest.mark.parametrize(
    "names",
    [
        ["Iona", "Lona", "Lone", "Ione", "Lola", "Iola", "Ilse", "Else", "Al", "Ali"],
        ["Jan", "Jana", "Jens", "Jens2", "Jens 3", "Söder", "Soren", "Łuk", "Bill", "Will", "Jill"],
        ["Ирина", "Арина", "Марина", "Карина", "Иван", "Ивана", "Сара", "Лара", "Нина", "Инна"],
        [
            "Лида",
            "Аида",
            "Лена",
            "Гена",
            "Саша",
            "Паша",
            "Маша",
            "Даша",
            "Вова",
            "Рома",
            "Бинко",
            "Винко",
        ],
        ["Αθηνά", "Μαρία", "Μάριος", "Ελένη", "Νίκος", "Εύα", "Έμα", "Πάνος", "Τάσος", "Θάνος"],
        [
            "アキ",
            "アキノ",
            "ノア",
            "ハナ",
            "バナ",
            "パナ",
            "さくら",
            "さら",
            "一郎",
            "二郎",
            "三郎",
        ],
        ["محمد", "محمود", "أحمد", "علي", "عمر", "سارة"],
        ["דוד", "דינה", "שרה", "רון", "דן", "לאה", "ליאה", "תמר", "תמיר"],
        ["राम", "रीमा", "रमा", "सीता", "राजा", "राजू", "किरण", "करण"],
        ["রাম", "মিতা", "মীতা", "দীপ", "দীপা"],
        ["สมชาย", "มานี", "มานะ", "ปู", "ปุ้ย", "นก", "นิด", "น้อย", "หน่อย"],
        ["กำ", "กา", "భాను", "బాను", "షీల", "వీల"],
        ["ဖြိုး", "မျိုး", "မင်း", "မြင့်", "သန်း", "သိန်း"],
    ],
)
def test_names_of_people_are_not_taken_for_each_other(names: list[str]) -> None:
    for place, name in enumerate(names):
        assert clean_name(name, names[:place]) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("STRASSE", "Straße"), ("ﬀ", "FF"), ("Zoë", "Zoe\u0308"), ("❤", "❤\ufe0f"), ("!", "!\u0301")],
)
def test_folding_knows_more_than_ascii(one: str, other: str) -> None:
    with refused("name_taken"):
        clean_name(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anne"), ("राम", "रीमा"), ("กี", "กา"), ("กี", "กิ"), ("!", "?"), ("😀", "😎")],
)
def test_names_that_differ_may_sit_together(one: str, other: str) -> None:
    assert clean_name(other, [one]) == other


def test_names_are_unique_at_the_table_bots_included() -> None:
    table = Table(agreed(2, 2))
    table.join("Ann")
    for taken in ("ANN", "random", "Random 2"):
        with refused("name_taken"):
            table.join(taken)


def test_bots_find_names_nobody_has() -> None:
    assert bot_names(["greedy", None, "greedy"], ["Greedy", "greedy 3"]) == [
        "greedy 2",
        None,
        "greedy 4",
    ]
    assert bot_names(["greedy"], ["grееdу"]) == ["greedy 2"]


def test_bots_that_fill_up_have_names_nobody_has_also_when_the_log_is_read_again() -> None:
    table = Table(agreed(3, 0))
    table.join("grееdу")
    table.send(0, commands.Start, fill_with="greedy")
    assert [seat.name for seat in table.state.seats] == ["grееdу", "greedy 2", "greedy 3"]
    table.restart()
    assert [seat.name for seat in table.state.seats] == ["grееdу", "greedy 2", "greedy 3"]


def test_bots_of_older_logs_keep_their_names() -> None:
    """They were given without regard to look-alikes; what is derived from a log must not change."""
    table = Table(agreed(3, 0))
    table.join("grееdу")
    table.do([entries.Started(at=table.now, by=0, fill_with="greedy")])
    assert [seat.name for seat in table.state.seats] == ["grееdу", "greedy", "greedy 2"]

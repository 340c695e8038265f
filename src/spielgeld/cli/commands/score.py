"""`spielgeld score`: what a hand is worth."""

from argparse import Namespace

from spielgeld.cli.game_options import read_house_rules
from spielgeld.cli.language import choose_edition, choose_language
from spielgeld.cli.output import answer, heading, table
from spielgeld.cli.typed_cards import read_hand, settle_letters
from spielgeld.engine import Card, CoinScore, CurrencyScore, HandScore, score_hand
from spielgeld.engine.setup import whole_game
from spielgeld.texts import tell, tell_kind


def run(arguments: Namespace) -> None:
    """Count a hand line by line."""
    language = choose_language(arguments)
    game = whole_game(choose_edition(arguments), read_house_rules(arguments.house_rules))
    typed, _ = read_hand(game, arguments.cards)
    cards = settle_letters(typed)
    counted = score_hand(game.rules, sorted(cards, key=lambda card: card.serial))
    breakdown = [_plain_currency(line) for line in counted.currencies]
    breakdown += [_plain_coins(line) for line in counted.coins]
    plain = {"edition": game.edition.key, "total": counted.total, "breakdown": breakdown}
    total = heading(tell(language, "score.total", total=counted.total))
    answer(arguments, plain, [*table(breakdown_rows(language, counted, cards)), total])


def breakdown_rows(
    language: str, counted: HandScore, cards: list[Card]
) -> list[tuple[str, str, str]]:
    """A row for everything that counts: its name, how it is reckoned, the points."""
    bonus = tell(language, "score.bonus")
    rows = []
    for line in counted.currencies:
        values = [str(card.value) for card in cards if card.kind == line.currency]
        name = tell_kind(language, line.currency)
        rows.append((name, f"{'+'.join(values)} = {line.total}", str(line.points)))
        trios = [tell(language, "score.trio", value=value) for value in line.trios]
        rows += [(f"  {trio}", bonus, "100") for trio in trios]
    for coins in counted.coins:
        value = coins.points // coins.count
        name = tell_kind(language, coins.kind)
        rows.append((name, f"{coins.count} × {value}", str(coins.points)))
        rows += [(f"  {tell(language, 'score.coin_trio')}", bonus, "100")] * coins.trios
    return rows


def _plain_currency(line: CurrencyScore) -> dict[str, object]:
    return {
        "currency": line.currency,
        "sum": line.total,
        "points": line.points,
        "trios": list(line.trios),
        "bonus": line.bonus,
    }


def _plain_coins(line: CoinScore) -> dict[str, object]:
    return {
        "coin": line.kind,
        "count": line.count,
        "points": line.points,
        "trios": line.trios,
        "bonus": line.bonus,
    }

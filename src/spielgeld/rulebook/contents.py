"""What the rules in words consist of, as data: chapters, rules, rulings, the boxes' own terms."""

from collections.abc import Mapping

CHAPTERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "match": {"players": ("R1",), "deals": (), "match_winner": ("R10",)},
    "cards": {"notes": ("R5",), "coins": (), "bluff": (), "serials": ("R6", "R12")},
    "setup": {"removed": ("R7",), "dealing": (), "open": ("R17",)},
    "bidding": {
        "bid": ("R15",),
        "bid_size": ("R13",),
        "bluff_only_bid": ("R2", "R18", "R20"),
    },
    "order": {"order": ("R16",), "bluff_breaks_ties": ("R3", "R19")},
    "exchange": {"take a row": (), "take a bid": (), "keep": ()},
    "refill": {"refill_first": ()},
    "end": {"last_round": ("R4", "R14"), "stall": ("R8",)},
    "scoring": {"currencies": ("R9",), "trios": ("R11",), "coin_trios": ()},
    "example": {"example_round": (), "example_score": ()},
}
"""The rules of each chapter, and the rulings that belong to each rule."""

_ALL = ("it-full", "it", "fr", "nl", "pl")
_WITH_SITTING_OUT = ("it-full", "nl", "pl")

OURS: Mapping[str, tuple[str, ...]] = {
    "R1": ("pl",),
    "R2": ("it-full",),
    "R3": (),
    "R4": ("it-full",),
    "R5": ("pl",),
    "R6": _ALL,
    "R7": _ALL,
    "R8": _ALL,
    "R9": ("pl",),
    "R10": ("it", "fr", "nl", "pl"),
    "R11": ("it", "fr", "nl"),
    "R12": ("nl",),
    "R13": ("it-full", "it", "fr", "nl"),
    "R14": ("it", "fr"),
    "R15": _ALL,
    "R16": ("it-full", "it", "fr", "nl"),
    "R17": _ALL,
    "R18": _WITH_SITTING_OUT,
    "R19": ("it", "fr"),
    "R20": ("it", "fr"),
}
"""For each ruling, the editions whose rulebook leaves the question open: there it is our decision.

Elsewhere the rulebook answers by itself, or the question does not arise.
"""

BOX_TERMS: Mapping[str, str] = {
    "players": "giocatori joueurs spelers speldoel vermogen gracze cel fortuna cinkciarze",
    "deals": "manche partita ronde rondes spel gra",
    "match_winner": "punti vittoria PV vermogen fortuna gagne wint",
    "notes": "banconote biglietti valute serie billets séries monnaies bankbiljetten valuta"
    " waluty pieniądze banknoty złotówki",
    "coins": "pezzi d'oro pièces d'or gouden munten goud złote srebrne monety",
    "bluff": "carta bluff Spielgeld spiel geld carte de bluff speelgeldkaart bluffen"
    " pocięta gazeta gazety blefowanie",
    "serials": "numeri di serie numéros de série serienummers numer seryjny GS KR SG",
    "removed": "serie completa série complète uit het spel odrzucić pudełko",
    "dealing": "preparazione préparation spelvoorbereiding przygotowanie mazzo talon stapel"
    " stos etalages plansza banku bank schudden",
    "bid": "fare un'offerta puntare puntata faire une offre mise een bod uitbrengen bieden"
    " wyłożyć karty",
    "bid_size": "a faccia coperta face cachée verdekt aantal kaarten zakryte ile kart",
    "bluff_only_bid": "carta bluff da sola carte bluff seule enkel de speelgeldkaart"
    " sama gazeta udział w wymianie",
    "order": "hoogte van het bod hoogste bod najwyższa suma celui qui a offert le plus"
    " chi ha offerto di più remis",
    "bluff_breaks_ties": "spareggi parità départager gelijk remisy remis",
    "take a row": "riga fila rang etalage omruilen strona banku échanger scambiare wymiana",
    "take a bid": "scambiare l'offerta échanger sa mise bod ruilen wymiana",
    "keep": "rinunciare allo scambio se retirer des échanges van het ruilen afzien"
    " zrezygnować z wymiany",
    "refill_first": "ripristinare completare compléter aanvullen uzupełnić nowa runda riga",
    "last_round": "mazzo esaurito ultimo round talon épuisé dernier round opgebruikt"
    " laatste spelronde speleinde ostatnia runda wyczerpią",
    "currencies": "conteggio serie comptage série werkelijke waarde waardering vermogen"
    " prowizja punktacja podliczenie",
    "trios": "tris triplé trio trio's drieling drielingen bonus zestaw zestawy",
    "coin_trios": "pezzi d'oro tris pièces triplé gouden munten trio monety zestaw",
}
"""Terms printed in the boxes, in their own languages: people look for what they have read there."""

"""Which pile each turn takes."""

from spielgeld.engine import Keep, Pile, TakeBid, TakeRow, Turn, View


def taken(view: View, turn: Turn) -> Pile:
    """The pile that this turn of the seat to act brings into its hand."""
    match turn:
        case TakeRow("right"):
            return view.right
        case TakeRow():
            return view.left
        case TakeBid(seat):
            return view.lying[seat]
        case Keep():
            return view.lying[view.waiting[0]]

"""A deal that is the same in every run, so that tests can say what happens in the game."""

from app.table.seating import Table


def fixed(table: Table) -> Table:
    """Replace the table's secret and nonces with fixed ones; call it before the game begins."""
    places = tuple(place._replace(nonce=f"{place.id:02x}" * 32) for place in table.places)
    return table._replace(secret="2" * 64, places=places)

"""Players' names, as pages show them."""

from markupsafe import Markup

from app.table import residents


def called(name: str, bot: str = "") -> Markup:
    """A player's name. If a resident plays the seat, style sheets put their face beside it
    (static/app/residents.css)."""
    if residents.is_one(bot):
        return Markup('<bdi data-resident="{}">{}</bdi>').format(bot, name)
    return Markup("<bdi>{}</bdi>").format(name)

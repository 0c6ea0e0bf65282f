"""Formats figures as text tables."""

from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def lines(rows: Sequence[Row]) -> list[str]:
    """Lay out the rows under a header, words left-aligned and numbers right-aligned."""
    names = list(rows[0])
    columns = [[name.replace("_", " "), *(_shown(row[name]) for row in rows)] for name in names]
    widths = [max(map(len, column)) for column in columns]
    wordy = [isinstance(rows[0][name], str) for name in names]
    return [
        "  ".join(
            cell.ljust(width) if words else cell.rjust(width)
            for cell, width, words in zip(cells, widths, wordy, strict=True)
        ).rstrip()
        for cells in zip(*columns, strict=True)
    ]


def table(report: Mapping[str, Any]) -> str:
    """A report as text: its title, then its figures and tables."""
    said = [str(report["title"])]
    for name, content in report.items():
        if isinstance(content, list):
            said += ["", name.replace("_", " "), *lines(content)]
        elif name != "title":
            said.append(f"{name.replace('_', ' ')}: {_shown(content)}")
    return "\n".join(said)


def _shown(figure: Any) -> str:
    if isinstance(figure, float):
        return f"{figure:.2f}" if figure < 100 else f"{figure:.0f}"
    return "–" if figure is None else str(figure)


def percentile(figures: Sequence[float], percent: float) -> float:
    """The given percentile of the figures."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def median(figures: Sequence[float]) -> float:
    return percentile(figures, 50)

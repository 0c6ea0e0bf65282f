"""The drawing of a sheet: everything a page needs to draw a home, as SVG paths and transforms.

A cell is 24 units wide and high; A1 begins at 0, 0. All drawings of a scenario share one view box.
"""

from .paths import cells_path, edge_transform, edges_path, outline
from .sheet import Floor, Furniture, Leaf, Plan, lie, plan
from .site import Label, Site, Spot, home_box, scenario_box, site, small_box

__all__ = [
    "Floor",
    "Furniture",
    "Label",
    "Leaf",
    "Plan",
    "Site",
    "Spot",
    "cells_path",
    "edge_transform",
    "edges_path",
    "home_box",
    "lie",
    "outline",
    "plan",
    "scenario_box",
    "site",
    "small_box",
]

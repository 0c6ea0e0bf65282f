"""Housewarming: a self-hosted game night with board games about homes."""

from pathlib import Path

__version__ = "0.1.0"
ROOT = Path(__file__).resolve().parent.parent  # of the checkout, or of the packages that pip installed
_PACKED = ROOT / "app" / "beside"  # in a wheel; pyproject.toml says what goes there
INSTALLED = _PACKED.is_dir()
BESIDE = _PACKED if INSTALLED else ROOT  # where static, migrations and docs are

"""The lightness of each pixel of a rendered picture."""

import struct
import zlib
from collections.abc import Iterator

import resvg_py

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = 4


def lightness(svg: str, width: int) -> list[float]:
    """Lightness from 0 to 255 of every pixel, row by row."""
    pixels = b"".join(_rows(resvg_py.svg_to_bytes(svg_string=svg, width=width, background="#fff")))
    return [
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in zip(pixels[0::4], pixels[1::4], pixels[2::4], strict=True)
    ]


def _rows(png: bytes) -> Iterator[bytes]:
    """The rows of a PNG as resvg writes it: eight bits for each of four channels, not interlaced."""
    assert png.startswith(_SIGNATURE)
    header, packed, at = b"", b"", len(_SIGNATURE)
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        chunk = png[at + 8 : at + 8 + length]
        header, packed = (chunk, packed) if name == b"IHDR" else (header, packed + chunk * (name == b"IDAT"))
        at += length + 12
    width, _, depth, colours = struct.unpack(">IIBB", header[:10])
    assert (depth, colours) == (8, 6)
    lines, stride = zlib.decompress(packed), width * _CHANNELS
    above = bytearray(stride)
    for start in range(0, len(lines), stride + 1):
        above = _unfiltered(lines[start], bytearray(lines[start + 1 : start + 1 + stride]), above)
        yield bytes(above)


def _unfiltered(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """Undo a row's PNG filter, which stores each byte as the difference from a prediction."""
    for place, value in enumerate(line):
        left = line[place - _CHANNELS] if place >= _CHANNELS else 0
        corner = above[place - _CHANNELS] if place >= _CHANNELS else 0
        expected = (0, left, above[place], (left + above[place]) // 2, _paeth(left, above[place], corner))
        line[place] = (value + expected[kind]) & 255
    return line


def _paeth(left: int, above: int, corner: int) -> int:
    to_left, to_above = abs(above - corner), abs(left - corner)
    to_corner = abs(left + above - 2 * corner)
    if to_left <= to_above and to_left <= to_corner:
        return left
    return above if to_above <= to_corner else corner

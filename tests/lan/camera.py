"""What a camera reads from a terminal: each cell drawn as its pixels, and a reader of QR codes.

The reader is whatever is installed, and none is needed for anything else: zxing-cpp or OpenCV.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import pyte

from p2pjeux.rules.drawing import Size
from tests.lan.players import Trouble

# So many pixels are half a cell, high and wide.
SCALE: Final = 6
_LIGHT, _DARK = 255, 0
# Which halves of a cell, the upper and the lower one, are drawn in ink.
_BLOCKS: Final = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}


def read_code(colours: str, size: Size) -> str:
    """The text of the code on the screen; raise Trouble if there is none to be read."""
    pixels = photograph(colours, size)
    read = _with_zxing if find_spec("zxingcpp") else _with_opencv if find_spec("cv2") else None
    if read is None:
        return "nothing, for no reader of codes is installed"
    text = read(pixels)
    if not text:
        raise Trouble("no code can be read from the screen")
    return text


def photograph(colours: str, size: Size) -> list[list[int]]:
    """The screen in grey; a letter is a cell half in ink."""
    screen = pyte.Screen(size.columns, size.rows)
    stream = pyte.Stream(screen)
    for row, line in enumerate(colours.rstrip("\n").split("\n")[: size.rows], 1):
        stream.feed(f"\x1b[{row};1H\x1b[0m{line}")
    rows: list[list[int]] = []
    for number in range(size.rows):
        halves: list[list[int]] = [[], []]
        for column in range(size.columns):
            cell = screen.buffer[number][column]
            ink, ground = _grey(cell.fg, _LIGHT), _grey(cell.bg, _DARK)
            if cell.reverse:
                ink, ground = ground, ink
            for at, is_ink in enumerate(_BLOCKS.get(cell.data, (True, False))):
                halves[at] += [ink if is_ink else ground] * SCALE
        for half in halves:
            rows += [half] * SCALE
    return rows


def _grey(colour: str, default: int) -> int:
    if colour == "default":
        return default
    named = {"black": "000000", "white": "ffffff", "brightwhite": "ffffff"}
    digits = named.get(colour, colour)
    try:
        parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
    except ValueError:
        return default
    return sum(parts) // 3


def _image(pixels: list[list[int]]) -> Any:
    numpy = import_module("numpy")
    return numpy.array(pixels, dtype="uint8")


def _with_zxing(pixels: list[list[int]]) -> str:
    found = import_module("zxingcpp").read_barcodes(_image(pixels))
    return found[0].text if found else ""


def _with_opencv(pixels: list[list[int]]) -> str:
    text: str = import_module("cv2").QRCodeDetector().detectAndDecode(_image(pixels))[0]
    return text

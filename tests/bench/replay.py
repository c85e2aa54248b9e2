"""What it costs to look at a game again: ``python -m tests.bench.replay [GAME-SEATS …]``.

Reading a log into positions is set against verifying it, which it does on the way; the page against
drawing the boards that it holds. Seconds of the processor, the fastest of a few runs.
"""

import gzip
import sys
from collections.abc import Mapping

from p2pjeux.export.page import SIZES, PageSource, build_page
from p2pjeux.judge.replay import Replay, read_replay
from p2pjeux.judge.verify import verify
from p2pjeux.language import words_for
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.replay import eyes_of, seat_of
from tests.bench.figures import figure
from tests.bench.verify import seconds
from tests.kit import Case
from tests.log.writing import whole_game

GAMES = ("stonehenge-3", "ostrakon-5", "course-3", "europax-3", "pantheon-3")
REPEATS = 3


def draw_all(replay: Replay, languages: Mapping[str, Words]) -> None:
    """Every board that a page holds."""
    assert replay.game is not None
    board = replay.game.presenter.board
    for position in replay.positions:
        for seat in dict.fromkeys(map(seat_of, eyes_of(replay))):
            for words in languages.values():
                for size in SIZES.values():
                    board(position.view(seat), words, size)


def measure(name: str) -> None:
    game_id, seats = name.rsplit("-", 1)
    data = whole_game(Case(game_id, int(seats))).data
    replay = read_replay(data)
    languages = {one: words_for(one, game_id, replay.names) for one in ("fr", "en")}
    source = PageSource(data, replay, languages, "game.p2pj")
    page = build_page(source).encode()
    judging = seconds(lambda: verify(data), REPEATS)
    reading = seconds(lambda: read_replay(data), REPEATS)
    drawing = seconds(lambda: draw_all(replay, languages), 1)
    building = seconds(lambda: build_page(source), 1)
    packed = len(gzip.compress(page))
    print(
        f"{name:<14} {len(replay.positions):>4} positions  read {reading * 1000:6.0f} ms "
        f"({len(replay.positions) / reading:5.0f}/s, {reading / judging:.2f} of verifying)  "
        f"page {building:5.2f} s ({building / drawing:.2f} of drawing), "
        f"{len(page) / 1e6:.2f} MB, {packed / 1e6:.2f} compressed"
    )
    rate = f"{len(replay.positions) / reading:.0f} positions/s"
    figure(f"read {name} again", rate, reading / judging, "verifying it")
    figure(f"page of {name}", f"{building:.1f} s", building / drawing, "drawing its boards")


def main(names: list[str]) -> None:
    for name in names or GAMES:
        measure(name)


if __name__ == "__main__":
    main(sys.argv[1:])

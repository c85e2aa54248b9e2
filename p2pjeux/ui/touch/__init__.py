"""What the page of a phone shows and what taps mean: records of plain values, and no more.

Whoever draws them needs to know no game; ``phone/files/page.mjs`` does.
"""

// Boards as SVG: rows of cells, each run of text or lines in the style that the game gave it.
// Lines and blocks are drawn, not written, so that they join whatever the font.
"use strict";

var p2pjeuxDrawing = (() => {
  const SPACE = "http://www.w3.org/2000/svg";
  const WIDE = 10;
  const HIGH = 20;
  // Where lines go from the middle of a cell: up, right, down, left.
  const ARMS = {
    "─": "rl", "│": "ud", "┌": "rd", "┐": "dl", "└": "ur", "┘": "ul", "├": "urd", "┤": "udl",
    "┬": "rdl", "┴": "url", "┼": "urdl", "━": "rl", "┃": "ud", "═": "rl", "║": "ud", "╔": "rd",
    "╗": "dl", "╚": "ur", "╝": "ul", "╠": "urd", "╣": "udl", "╦": "rdl", "╩": "url", "╬": "urdl",
    "╭": "rd", "╮": "dl", "╰": "ur", "╯": "ul", "╴": "l", "╵": "u", "╶": "r", "╷": "d",
  };
  const ENDS = { u: [5, 0], r: [10, 10], d: [5, 20], l: [0, 10] };
  // Lines that do not meet in the middle: pairs of points.
  const STROKES = {
    "╱": [[10, 0, 0, 20]],
    "╲": [[0, 0, 10, 20]],
    "╳": [[10, 0, 0, 20], [0, 0, 10, 20]],
    "┄": [[0, 10, 3, 10], [6, 10, 9, 10]],
    "┈": [[0, 10, 2, 10], [5, 10, 7, 10]],
    "┆": [[5, 1, 5, 7], [5, 11, 5, 17]],
    "┊": [[5, 1, 5, 5], [5, 10, 5, 14]],
  };
  // Parts of a cell that are filled: x, y, width, height.
  const BLOCKS = {
    "█": [[0, 0, 10, 20]], "▀": [[0, 0, 10, 10]], "▄": [[0, 10, 10, 10]], "▌": [[0, 0, 5, 20]],
    "▐": [[5, 0, 5, 20]], "▖": [[0, 10, 5, 10]], "▗": [[5, 10, 5, 10]], "▘": [[0, 0, 5, 10]],
    "▝": [[5, 0, 5, 10]], "▙": [[0, 0, 5, 10], [0, 10, 10, 10]], "▚": [[0, 0, 5, 10], [5, 10, 5, 10]],
    "▛": [[0, 0, 10, 10], [0, 10, 5, 10]], "▜": [[0, 0, 10, 10], [5, 10, 5, 10]],
    "▞": [[5, 0, 5, 10], [0, 10, 5, 10]], "▟": [[5, 0, 5, 10], [0, 10, 10, 10]],
    "░": [[0, 0, 10, 20]], "▒": [[0, 0, 10, 20]], "▓": [[0, 0, 10, 20]],
  };
  const SHADES = { "░": "light", "▒": "medium", "▓": "dark" };
  const GROUNDS = new Set(["me", "black"]);

  function element(name, attributes, text) {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function strokesOf(character, x) {
    if (ARMS[character]) {
      return [...ARMS[character]]
        .map((arm) => `M${x + 5} 10L${x + ENDS[arm][0]} ${ENDS[arm][1]}`)
        .join("");
    }
    return (STROKES[character] || [])
      .map(([x1, y1, x2, y2]) => `M${x + x1} ${y1}L${x + x2} ${y2}`)
      .join("");
  }

  function fillsOf(character, x) {
    return (BLOCKS[character] || [])
      .map(([left, top, wide, high]) => `M${x + left} ${top}h${wide}v${high}h${-wide}z`)
      .join("");
  }

  // A run of characters that are drawn, as at most two shapes and a few symbols.
  function drawLines(row, column, style, text) {
    let strokes = "";
    const fills = new Map();
    [...text].forEach((character, at) => {
      const x = WIDE * (column + at);
      const shade = SHADES[character] || "full";
      const [stroke, fill] = [strokesOf(character, x), fillsOf(character, x)];
      strokes += stroke;
      if (fill) fills.set(shade, (fills.get(shade) || "") + fill);
      if (!stroke && !fill) drawWords(row, column + at, 1, style, character);
    });
    if (strokes) row.append(element("path", { class: `line s-${style}`, d: strokes }));
    for (const [shade, d] of fills) {
      row.append(element("path", { class: `block ${shade} s-${style}`, d }));
    }
  }

  function drawWords(row, column, columns, style, text) {
    const attributes = { class: `s-${style}`, x: WIDE * column, y: 15 };
    if ([...text].length > 1) {
      attributes.textLength = WIDE * columns;
      attributes.lengthAdjust = "spacingAndGlyphs";
    } else {
      attributes.x = WIDE * (column + columns / 2);
      attributes["text-anchor"] = "middle";
    }
    row.append(element("text", attributes, text));
  }

  function drawRow(runs, styles) {
    const row = element("g", {});
    for (const [column, columns, number, text] of runs) {
      const style = styles[number];
      if (GROUNDS.has(style)) {
        const place = { x: WIDE * column, y: 1, width: WIDE * columns, height: HIGH - 2, rx: 2 };
        row.append(element("rect", { class: `ground-${style}`, ...place }));
      }
      const first = text.codePointAt(0);
      if (first >= 0x2500 && first <= 0x259f) drawLines(row, column, style, text);
      else drawWords(row, column, columns, style, text);
    }
    return row;
  }

  // A picture that shows one board after another and draws again only the rows that differ.
  class Picture {
    constructor(svg, lines, styles) {
      this.svg = svg;
      this.lines = lines;
      this.styles = styles;
      this.rows = [];
    }

    show(board, columns, rowsMost) {
      this.svg.setAttribute("viewBox", `0 0 ${WIDE * columns} ${HIGH * rowsMost}`);
      board.forEach((number, at) => {
        if (this.rows[at]?.number === number) return;
        const drawn = drawRow(number === null ? [] : this.lines[number], this.styles);
        drawn.setAttribute("transform", `translate(0 ${HIGH * at})`);
        if (this.rows[at]) this.rows[at].drawn.replaceWith(drawn);
        else this.svg.append(drawn);
        this.rows[at] = { number, drawn };
      });
      for (const row of this.rows.splice(board.length)) row.drawn.remove();
    }
  }

  return { Picture };
})();

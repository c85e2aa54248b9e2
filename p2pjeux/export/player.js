// Play a game back: a position, whose eyes, a language; buttons, keys and a slider change them.
"use strict";

(async () => {
  const at = (id) => document.getElementById(id);

  // What the page shows; null where the browser cannot unpack it, or where it was damaged.
  async function gameOf(id) {
    try {
      return JSON.parse(new TextDecoder().decode(await p2pjeuxPacked.unpack(id)));
    } catch {
      return null;
    }
  }

  const shown = at("game").textContent;
  const game = await gameOf("game");
  if (game === null) {
    p2pjeuxPacked.sayUnreadable();
    return;
  }
  const isChanged =
    p2pjeuxReader.hex(p2pjeuxReader.sha256(new TextEncoder().encode(shown))) !== p2pjeuxShown;
  const last = game.positions.length - 1;
  const SPEEDS = [0.5, 1, 2, 4];
  const STEP_SECONDS = 1.4;
  const WIDE_PIXELS = 900;
  const ICONS = { play: "M5 2v16l12-8z", pause: "M4 3h4v14h-4zM12 3h4v14h-4z" };
  const state = { position: 0, eyes: 0, language: game.language, speed: 1, timer: null, bad: null };
  const picture = new p2pjeuxDrawing.Picture(at("board"), game.lines, game.styles);
  // For each film the boards of all positions: numbers of lines, row by row.
  const boards = new Map();

  const text = (name, values = {}) =>
    game.texts[state.language][name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

  const clamp = (number) => Math.max(0, Math.min(last, number));

  function roundAt(position) {
    return game.rounds.findLastIndex((round) => round.at <= position);
  }

  // A film holds what changes from one board to the next.
  function boardsOf(changes) {
    let board = [];
    return changes.map((pairs) => {
      board = [...board];
      for (let at = 0; at < pairs.length; at += 2) board[pairs[at]] = pairs[at + 1];
      board = board.filter((line) => line >= 0);
      return board;
    });
  }

  // The board of a position, and under it the hands that these eyes see.
  function boardAt(position, size) {
    const name = `${size.name} ${state.language}`;
    if (!boards.has(name)) boards.set(name, boardsOf(game.films[size.name][state.language]));
    const hands = game.positions[position].hands[size.name][state.language];
    const seen = game.eyes[state.eyes].seats.flatMap((seat) => hands[seat] ?? []);
    return [...boards.get(name)[position], ...(seen.length ? [null, ...seen] : [])];
  }

  function show() {
    if (last < 0) return;
    const position = game.positions[state.position];
    const size = game.sizes[window.innerWidth >= WIDE_PIXELS ? 1 : 0];
    const board = boardAt(state.position, size);
    picture.show(board, size.columns, Math.max(board.length, size.rows));
    at("view").className = size.name;
    at("slider").value = state.position;
    at("slider").setAttribute("aria-valuetext", `${state.position} / ${last}`);
    at("count").textContent = `${state.position} / ${last}`;
    at("step").textContent =
      position.step === null ? "" : text("step", { number: position.step });
    at("rounds").value = roundAt(state.position);
    showTold(position);
    showStory();
    at("first").disabled = at("back").disabled = state.position === 0;
    at("last").disabled = at("forward").disabled = state.position === last;
    showPlay(state.timer === null ? "play" : "pause");
    history.replaceState(null, "", `#${state.position}`);
  }

  function showPlay(does) {
    at("play-icon").setAttribute("d", ICONS[does]);
    at("play").setAttribute("aria-label", text(does));
    at("play").title = text(does);
  }

  function paragraphs(position) {
    return position.told[state.language].map(([style, words]) => paragraph(words, `s-${style}`));
  }

  const isUnsure = (position) =>
    state.bad !== null && position.step !== null && position.step >= state.bad;

  function showTold(position) {
    const lines = paragraphs(position);
    if (isUnsure(position)) {
      lines.unshift(paragraph(text("unsure"), "unsure"));
    }
    at("told").replaceChildren(...lines);
  }

  // The whole story up to here; each sentence leads to its position.
  function showStory() {
    const list = at("story");
    for (const [number, item] of [...list.children].entries()) {
      const own = Number(item.dataset.position);
      item.classList.toggle("now", own === state.position);
      item.classList.toggle("later", own > state.position);
      item.classList.toggle("unsure", isUnsure(game.positions[own]));
      if (own === state.position && at("whole").open) item.scrollIntoView({ block: "nearest" });
      item.tabIndex = number === 0 || own === state.position ? 0 : -1;
    }
  }

  function buildStory() {
    const items = [];
    game.positions.forEach((position, number) => {
      if (!position.told[state.language].length) return;
      const item = document.createElement("li");
      item.dataset.position = number;
      item.append(...paragraphs(position));
      items.push(item);
    });
    at("story").replaceChildren(...items);
  }

  function go(position) {
    state.position = clamp(position);
    show();
  }

  function stop() {
    clearTimeout(state.timer);
    state.timer = null;
  }

  function goByHand(position) {
    stop();
    go(position);
  }

  function tick() {
    const lines = game.positions[state.position].told[state.language].length;
    const seconds = (STEP_SECONDS * Math.min(4, Math.max(1, lines))) / state.speed;
    state.timer = setTimeout(() => {
      state.timer = null;
      if (state.position < last) {
        state.position += 1;
        if (state.position < last) tick();
      }
      show();
    }, 1000 * seconds);
  }

  function toggle() {
    if (state.timer !== null) stop();
    else {
      if (state.position === last) state.position = 0;
      tick();
    }
    show();
  }

  function jump(rounds) {
    const here = roundAt(state.position);
    const isInside = rounds < 0 && game.rounds[here].at < state.position;
    const goal = here + rounds + (isInside ? 1 : 0);
    if (goal < 0) goByHand(0);
    else goByHand(goal < game.rounds.length ? game.rounds[goal].at : last);
  }

  function changeSpeed(by) {
    const goal = SPEEDS.indexOf(state.speed) + by;
    if (goal >= 0 && goal < SPEEDS.length) setSpeed(SPEEDS[goal]);
  }

  function setSpeed(speed) {
    state.speed = speed;
    at("speed").value = speed;
    if (state.timer !== null) {
      stop();
      tick();
    }
  }

  function setEyes(number) {
    state.eyes = (number + game.eyes.length) % game.eyes.length;
    at("eyes").value = state.eyes;
    show();
  }

  function options(list, labels, chosen) {
    list.replaceChildren(
      ...labels.map((label, number) => {
        const made = document.createElement("option");
        made.value = number;
        made.textContent = label;
        return made;
      }),
    );
    list.value = chosen;
  }

  function setLanguage(language) {
    state.language = language;
    document.documentElement.lang = language;
    document.title = game.title[language];
    for (const item of document.querySelectorAll("[data-text]")) {
      item.textContent = text(item.dataset.text);
    }
    for (const item of document.querySelectorAll("[data-label]")) {
      item.setAttribute("aria-label", text(item.dataset.label));
      item.title = text(item.dataset.label);
    }
    at("title").textContent = game.title[language];
    at("board").setAttribute("aria-label", text("board"));
    options(at("eyes"), game.eyes.map((eyes) => eyes[language]), state.eyes);
    options(at("rounds"), game.rounds.map((round) => round[language]), roundAt(state.position));
    showVerdict();
    showResult();
    buildStory();
    show();
  }

  function paragraph(words, style = "") {
    const made = document.createElement("p");
    made.className = style;
    made.textContent = words;
    return made;
  }

  // How the game ended: whoever is sent this page looks for that first.
  function showResult() {
    const lines = game.result[state.language];
    at("result").hidden = lines.length === 0;
    const [year, month, day] = game.day.split("-").map(Number);
    const date = new Date(year, month - 1, day);
    const when = game.day
      ? [paragraph(date.toLocaleDateString(state.language, { dateStyle: "full" }), "when")]
      : [];
    // The last sentence names the winner; the others are the scores.
    const winner = lines.slice(-1).map((line) => paragraph(line, "winner"));
    const scores = lines.slice(0, -1).map((line) => paragraph(line));
    at("result").replaceChildren(...winner, ...when, ...scores);
    at("receipt").replaceChildren(...game.receipt[state.language].map(item));
  }

  function item(words) {
    const made = document.createElement("li");
    made.textContent = words;
    return made;
  }

  let verdict = null;
  let isForeign = false;

  // The one line above the board, and what was checked by whom below it.
  function showVerdict() {
    const [kind, line] = judged();
    at("verdict").className = kind;
    at("verdict-line").textContent = line;
    const made = game.verdict;
    const exported = made.ok
      ? text("exporter-good", { steps: made.steps, entries: made.entries })
      : text("exporter-bad", { finding: made.finding, reason: made.reason });
    const lines = [exported, checkedHere(), text("not-checked")];
    at("details").replaceChildren(...lines.filter(Boolean).map(item));
  }

  function checkedHere() {
    if (verdict === null) return null;
    if (verdict.signatures === null) return text("digests-only", { steps: verdict.steps });
    return text("here", { steps: verdict.steps, signatures: verdict.signatures });
  }

  function judged() {
    if (verdict === null) return ["checking", text("checking")];
    if (!verdict.ok && !isCase()) return accusation(verdict, "tampered");
    if (isForeign) return ["tampered", text("foreign")];
    if (isChanged) return ["tampered", text("changed")];
    // What only rules and proofs tell was found by the program that made the page.
    if (!game.verdict.ok) return accusation(game.verdict, "broken");
    if (verdict.signatures === null) return ["partly", text("partly")];
    return ["good", text(game.verdict.finished ? "good" : "good-unfinished")];
  }

  // Whether the log ends in an entry that convicts by the rules, and so in a step nobody closed.
  function isCase() {
    return verdict.unclosed && game.verdict.proven && game.verdict.step === verdict.step;
  }

  // A seat that signed what is wrong is convicted; otherwise whoever had the file may have done it.
  function accusation({ proven, reason, step, name }, kind) {
    const values = { reason, step: step ?? "–", who: name ?? text("nobody") };
    return ["tampered", text(proven ? "proven" : kind, values)];
  }

  // The log in this page is checked by the page itself, and every position must stand on it.
  async function check() {
    let data;
    try {
      data = await p2pjeuxPacked.unpack("log");
    } catch {
      data = new Uint8Array();
    }
    at("save").href = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
    verdict = await p2pjeuxReader.check(data, { verify: await p2pjeuxReader.browserVerifier() });
    const digests = new Map(verdict.digests);
    const foreign = game.positions.find(
      ({ step, digest }) => step !== null && digests.get(step)?.startsWith(digest) === false,
    );
    isForeign = foreign !== undefined || verdict.table?.id !== game.table;
    if (!verdict.ok) state.bad = verdict.step ?? 0;
    else if (isForeign) state.bad = foreign?.step ?? 0;
    else if (isChanged) state.bad = 0;
    showVerdict();
    show();
    document.documentElement.dataset.checked = judged()[0];
  }

  const KEYS = {
    ArrowRight: () => goByHand(state.position + 1),
    ArrowLeft: () => goByHand(state.position - 1),
    PageDown: () => jump(1),
    PageUp: () => jump(-1),
    Home: () => goByHand(0),
    End: () => goByHand(last),
    " ": toggle,
    "+": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
    e: () => setEyes(state.eyes + 1),
    l: () => setLanguage(state.language === "fr" ? "en" : "fr"),
  };

  function listen() {
    const press = (id, action) => at(id).addEventListener("click", action);
    press("first", () => goByHand(0));
    press("round-back", () => jump(-1));
    press("back", () => goByHand(state.position - 1));
    press("play", toggle);
    press("forward", () => goByHand(state.position + 1));
    press("round-forward", () => jump(1));
    press("last", () => goByHand(last));
    press("language", () => KEYS.l());
    at("slider").addEventListener("input", (event) => goByHand(Number(event.target.value)));
    at("rounds").addEventListener("change", (event) => {
      goByHand(game.rounds[Number(event.target.value)].at);
    });
    at("eyes").addEventListener("change", (event) => setEyes(Number(event.target.value)));
    at("speed").addEventListener("change", (event) => setSpeed(Number(event.target.value)));
    at("story").addEventListener("click", (event) => {
      const item = event.target.closest("li");
      if (item) goByHand(Number(item.dataset.position));
    });
    window.addEventListener("resize", show);
    window.addEventListener("keydown", (event) => {
      const isChoosing = event.target instanceof HTMLSelectElement;
      const isPressing = event.target.closest?.("button, a, summary") && event.key === " ";
      if (event.ctrlKey || event.altKey || event.metaKey || isChoosing || isPressing) return;
      if (KEYS[event.key] && last >= 0) {
        KEYS[event.key]();
        event.preventDefault();
      }
    });
  }

  at("slider").max = Math.max(0, last);
  at("player").hidden = last < 0;
  at("names").textContent = game.names.join(" · ");
  at("table").textContent = game.table_name;
  options(at("speed"), SPEEDS.map((speed) => `${speed} ×`), 0);
  [...at("speed").children].forEach((item, number) => (item.value = SPEEDS[number]));
  at("speed").value = state.speed;
  // It opens on the end, or where its address says.
  const asked = Number.parseInt(location.hash.slice(1), 10);
  state.position = clamp(Number.isNaN(asked) ? last : asked);
  listen();
  setLanguage(state.language);
  check();
})();

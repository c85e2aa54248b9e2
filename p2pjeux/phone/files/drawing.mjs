// From what is shown, as plain values, to elements. What did not change is left as it stands, so
// that nothing jumps under a finger and a screen reader is not made to begin again.

const parts = new Map();
let screen = "";
let tab = "board";
let last = null;
let over = null;

export function element(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made[key] = value;
    else if (key in made && typeof value === "boolean") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Fill the element of this name if what it shows has changed.
function fill(name, value, make) {
  const text = JSON.stringify(value);
  const found = parts.get(name);
  if (found === undefined || found.text === text) return;
  found.text = text;
  found.element.replaceChildren(...[make(value)].flat().filter((child) => child !== null));
  found.element.hidden = found.element.childNodes.length === 0;
}

function frame(main, names) {
  parts.clear();
  main.replaceChildren(...names.map(([name, tag, given]) => {
    const made = element(tag ?? "section", { id: name, ...given });
    parts.set(name, { element: made, text: null });
    return made;
  }));
}

export function draw(main, shown, tap) {
  if (screen !== shown.screen) {
    screen = shown.screen;
    document.body.dataset.screen = screen;
    FRAMES[screen](main);
    scrollTo(0, 0);
  }
  last = { main, shown, tap };
  fill("head", [shown.title, shown.table, shown.labels.language], () => head(shown, tap));
  DRAWERS[screen](shown, tap);
  document.body.dataset.ready = "1";
}

function head(shown, tap) {
  const other = shown.language === "fr" ? "en" : "fr";
  return [
    element("h1", { text: shown.table ? `${shown.title} · ${shown.table}` : shown.title }),
    element("button", {
      class: "small", lang: other, text: other === "fr" ? "Français" : "English",
      onclick: () => tap({ speak: other }),
    }),
  ];
}

const plain = (main) => frame(main, [["head", "header"], ["body"]]);
const FRAMES = {
  welcome: plain,
  calling: plain,
  out: plain,
  room: (main) => frame(main, [
    ["head", "header"], ["people"], ["waits", "section", { "aria-live": "polite" }], ["go"],
    ["trust"], ["lines"], ["writes"], ["served", "footer"],
  ]),
  table: (main) => frame(main, [
    ["head", "header"], ["status", "section", { "aria-live": "polite" }], ["asks"],
    ["choice"], ["since"], ["tabs", "nav"], ["tab"],
    ["lines", "section", { "aria-live": "polite" }], ["served", "footer"],
  ]),
};

const DRAWERS = {
  welcome(shown, tap) {
    fill("body", [shown.asks, shown.question, shown.refused], () => {
      const isName = shown.asks === "name";
      const input = element("input", {
        id: shown.asks, maxlength: isName ? 24 : 64, value: shown.value, required: true,
        autocomplete: isName ? "nickname" : "off", autocapitalize: isName ? "words" : "none",
      });
      return [
        element("form", {
          onsubmit: (event) => { event.preventDefault(); tap({ [shown.asks]: input.value }); },
        },
          element("label", { for: shown.asks, text: shown.question }), input,
          element("p", { class: "warn", role: "alert", text: shown.refused }),
          element("button", { class: "go", text: shown.go })),
        element("p", { class: "dim", text: shown.about }),
      ];
    });
  },
  calling(shown) {
    fill("body", [shown.text, shown.wrong], () =>
      element("p", { class: shown.wrong ? "warn" : "wait", text: shown.text }));
  },
  out(shown, tap) {
    fill("body", [shown.text], () => [
      element("p", { class: "warn", text: shown.text }),
      element("button", { class: "go", text: shown.again, onclick: () => tap({ next: true }) }),
    ]);
  },
  room: drawRoom,
  table: drawTable,
};

function drawRoom(shown, tap) {
  fill("people", shown.people, (people) => element("ul", { class: "people" },
    ...people.map((one) => element("li", { class: one.me ? "me" : "" },
      element("span", { class: "name", text: (one.ready ? "✓ " : "… ") + one.name }),
      element("span", { class: "dim", text: one.state }),
      element("span", { class: "key", text: one.key })))));
  fill("waits", shown.waits, (text) => element("p", { text }));
  fill("go", [shown.in, shown.ready, shown.go], () => shown.in ? [
    element("button", {
      class: shown.ready ? "" : "go", text: shown.go, "data-ready": String(shown.ready),
      onclick: () => tap({ ready: !shown.ready }),
    }),
    element("button", { text: shown.leave, "data-leave": "1", onclick: () => tap({ leave: true }) }),
  ] : []);
  fill("trust", shown.trust, (text) => text ? element("p", { class: "dim", text }) : null);
  fill("lines", shown.chat, chatLines);
  fill("writes", [shown.in, shown.labels.send], () => shown.in ? writer(shown.labels, tap) : null);
  served(shown);
}

const served = (shown) => fill("served", shown.served, (text) =>
  text ? element("p", { class: "dim", text }) : null);

const chatLines = (lines) => lines.map(([name, text]) =>
  element("p", { class: "said" }, element("b", { text: name }), ` ${text}`));

function writer(labels, tap) {
  const input = element("input", {
    maxlength: 500, "aria-label": labels.write, placeholder: labels.write, autocomplete: "off",
  });
  return element("form", {
    class: "writer",
    onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) tap({ say: input.value });
      input.value = "";
    },
  }, input, element("button", { text: labels.send }));
}

function drawTable(shown, tap) {
  fill("status", [shown.status, shown.refused], () => [
    ...shown.status.map(([kind, text]) => element("p", { class: kind, text })),
    shown.refused ? element("p", { class: "warn", text: shown.refused }) : null,
  ]);
  fill("asks", shown.asks.filter((one) => one.urgent), (asks) => asks.map((one) => asking(one, tap)));
  fill("choice", [shown.choice, shown.over && [shown.result, shown.again]], () =>
    shown.over ? ended(shown, tap)
      : shown.choice === null ? [] : choose(shown.choice, shown, tap));
  fill("since", shown.since, (lines) => lines.length === 0 ? [] : [
    element("h2", { text: shown.labels.since }), ...lines.map((text) => element("p", { text })),
  ]);
  drawTabs(shown, tap);
  served(shown);
}

const ended = (shown, tap) => [
  ...shown.result.map((text) => element("p", { class: "result", text })),
  element("div", { class: "row" },
    shown.again?.possible && !shown.again.wanted ? element("button", {
      class: "go wide", "data-again": "1", text: shown.again.offer,
      onclick: () => tap({ again: true }),
    }) : null,
    element("button", {
      "data-receipt": "1", text: shown.labels.receipt, onclick: () => tap({ receipt: true }),
    }),
    element("button", {
      "data-next": "1", text: shown.labels.next, onclick: () => tap({ next: true }),
    })),
  shown.again?.line ? element("p", { class: "wait", text: shown.again.line }) : null,
];

// What lays somebody's hand open says so first: only the second tap is an agreement.
const asking = (one, tap) => {
  const said = { ask: one.ask, ...(one.seats === undefined ? {} : { seats: one.seats }) };
  const button = element("button", {
    class: one.urgent ? "urgent" : "", text: one.label,
    onclick: () => {
      if (!one.sure || button.textContent === one.sure) tap(said);
      else button.textContent = one.sure;
    },
  });
  return button;
};

function choose(choice, shown, tap) {
  const title = [choice.form, ...choice.so_far].filter(Boolean).join(" · ");
  return [
    element("h2", { text: choice.prompt, id: "prompt" }),
    title ? element("p", { class: "dim", text: title }) : null,
    choice.question ? element("p", { text: choice.question }) : null,
    choice.refused ? element("p", { class: "warn", role: "alert", text: choice.refused }) : null,
    choice.writes > 0 ? written(choice, shown, tap) : null,
    element("div", { class: "entries", role: "group", "aria-labelledby": "prompt" },
      ...choice.entries.map(([label, mark], at) => element("button", {
        class: mark > 0 ? "entry on" : "entry", "data-entry": at,
        "aria-pressed": choice.toggles ? String(mark > 0) : null,
        text: mark > 0 ? `${mark}. ${label}` : label,
        onclick: () => tap({ tap: at }),
      }))),
    element("div", { class: "row" },
      choice.accept ? element("button", {
        class: "go", "data-accept": "1", text: choice.accept, onclick: () => tap({ tap: "accept" }),
      }) : null,
      choice.back ? element("button", {
        "data-back": "1", text: shown.labels.back, onclick: () => tap({ tap: "back" }),
      }) : null,
      element("button", {
        class: "quiet", "data-advice": "1", text: shown.labels.advice,
        onclick: () => tap({ advice: true }),
      })),
  ];
}

function written(choice, shown, tap) {
  const input = element("input", {
    maxlength: choice.writes, value: choice.text, "aria-labelledby": "prompt", autocomplete: "off",
    "data-write": "1",
  });
  return element("form", {
    class: "writer",
    onsubmit: (event) => { event.preventDefault(); tap({ write: input.value }); },
  }, input, element("button", { class: "go", text: shown.labels.send }));
}

const TABS = ["board", "story", "chat", "seats", "rules"];

function drawTabs(shown, tap) {
  const labels = TABS.map((name) => shown.labels[name]);
  fill("tabs", [labels, tab, shown.chat.length], () => TABS.map((name, at) => element("button", {
    class: name === tab ? "tab on" : "tab", "aria-pressed": String(name === tab), "data-tab": name,
    text: labels[at],
    onclick: () => {
      if (name === "rules") { tap({ rules: true }); return; }
      tab = name;
      draw(last.main, last.shown, last.tap);
    },
  })));
  const value = tab === "board" ? [shown.board, shown.spoken]
    : tab === "story" ? [shown.story, shown.fresh]
    : tab === "chat" ? shown.labels
    : [shown.seats, shown.asks, shown.over];
  fill("tab", [tab, value], () => CONTENTS[tab](shown, tap));
  // Apart, so that a line that is being written is not lost when another comes.
  fill("lines", tab === "chat" ? shown.chat : [], (lines) => chatLines(lines).reverse());
}

const CONTENTS = {
  board: (shown) => [
    element("div", { class: "board", "aria-hidden": shown.spoken.length > 0 ? "true" : null },
      ...shown.board.map(lineOf)),
    element("ul", { class: "hand" }, ...shown.spoken.filter(([topic]) => topic === "hand")
      .map(([, text]) => element("li", { text }))),
    element("ul", { class: "heard" }, ...shown.spoken.filter(([topic]) => topic !== "hand")
      .map(([, text]) => element("li", { text }))),
    ...shown.story.slice(-3).map(([text, style]) => element("p", { class: `s-${style}`, text })),
  ],
  story: (shown) => shown.story.map(([text, style], at) => element("p", {
    class: `s-${style}${at >= shown.story.length - shown.fresh ? " fresh" : ""}`, text,
  })).reverse(),
  chat: (shown, tap) => writer(shown.labels, tap),
  seats: (shown, tap) => [
    element("ul", { class: "people" }, ...shown.seats.map((one, at) => element("li", {
      class: one.me ? "me" : "",
    },
      element("span", { class: `name s-seat${at}`, text: `${one.sign} ${one.name}` }),
      element("span", { class: "dim", text: one.line }),
      element("span", { class: "key", text: one.key })))),
    element("div", { class: "row" },
      ...shown.asks.filter((one) => !one.urgent).map((one) => asking(one, tap)),
      element("button", { text: shown.labels.save, onclick: () => tap({ save: true }) })),
  ],
};

const lineOf = (line) => element("div", {}, ...line.map(([text, style]) =>
  element("span", { class: style ? `s-${style}` : null, text })), "\u200b");

// The rules, or what a bot would do, over the page until they are put away.
export function drawOver(shown) {
  over?.remove();
  const labels = last.shown.labels;
  const close = element("button", { class: "go", text: labels.close, onclick: () => over.close() });
  const said = shown.lines ?? (shown.screen === "advice" ? [shown.text] : null);
  const inside = said !== null ? said.map((text) => element("p", { text })) : [
    ...shown.before.map((line) => prose(line)),
    ...(shown.now.length > 0 ? [element("div", { class: "now" }, ...shown.now.map(prose))] : []),
    ...shown.after.map((line) => prose(line)),
  ];
  over = element("dialog", { "data-over": shown.screen }, element("div", { class: "prose" }, ...inside), close);
  over.onclose = () => over.remove();
  document.body.append(over);
  over.showModal();
  over.querySelector(".now")?.scrollIntoView();
}

const prose = (line) => element("p", {}, ...line.map(([text, style]) =>
  element("span", { class: style ? `s-${style}` : null, text })));

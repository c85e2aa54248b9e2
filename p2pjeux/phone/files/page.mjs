// The page itself: it draws what the Worker says and tells it what was tapped; it decides nothing.
import { draw, drawOver } from "/drawing.mjs";

const main = document.getElementById("main");
const body = document.body.dataset;
// A wifi may lose a file of the page; a new Worker asks for it anew.
const TRIES = 4;
const PAUSE = 1500;
let worker = null;
let tries = 0;
let isUp = false;
const language = navigator.language.startsWith("fr") ? "fr" : "en";
document.documentElement.lang = language;

const tap = (said) => worker.postMessage(["tap", said]);

function sorry(screen, texts) {
  document.body.dataset.screen = screen;
  const [text, again] = texts[document.documentElement.lang] ?? texts.en;
  const told = document.createElement("p");
  told.textContent = text;
  const button = document.createElement("button");
  button.textContent = again;
  button.className = "go";
  button.onclick = () => location.reload();
  main.replaceChildren(told, button);
}

const OVERTAKEN = {
  fr: ["Cette table est ouverte dans un autre onglet de ce navigateur.", "La reprendre ici"],
  en: ["This table is open in another tab of this browser.", "Take it back here"],
};
const BROKEN = {
  fr: ["Quelque chose s’est cassé dans cette page. Votre place est gardée.", "Recharger la page"],
  en: ["Something broke in this page. Your seat is kept.", "Load the page again"],
};

function broken(why) {
  worker.terminate();
  if (!isUp && tries < TRIES) {
    setTimeout(begin, PAUSE);
    return;
  }
  document.body.dataset.broken = why;
  sorry("broken", BROKEN);
}

function hear(kind, value) {
  switch (kind) {
    case "progress": {
      const progress = document.getElementById("progress");
      if (progress !== null) progress.value = value;
      break;
    }
    case "paint": {
      const shown = JSON.parse(value);
      isUp = true;
      document.documentElement.lang = shown.language ?? document.documentElement.lang;
      if (["rules", "advice", "receipt"].includes(shown.screen)) drawOver(shown);
      else draw(main, shown, tap);
      break;
    }
    case "hand": hand(...value); break;
    case "overtaken": sorry("overtaken", OVERTAKEN); break;
    case "broken": broken(value); break;
  }
}

function hand(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) worker.postMessage(["awake"]);
});

function begin() {
  tries += 1;
  worker = new Worker("/worker.mjs", { type: "module" });
  worker.onmessage = ({ data: [kind, value] }) => hear(kind, value);
  worker.onerror = (event) => broken(event.message ?? "");
  worker.postMessage(["begin", {
    parts: new URL(body.parts, location.href).href,
    library: new URL(body.library, location.href).href,
    rooms: body.rooms,
    host: location.hostname.replace(/^\[|\]$/g, ""),
    port: Number(location.port || 80),
    short: location.hash.slice(1).split("/")[0].toLowerCase(),
    language,
  }]);
}
begin();

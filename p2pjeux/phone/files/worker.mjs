// The Worker of the page: it owns the clock, the WebSockets and the database, and runs the peer in
// Pyodide. What the peer answers is done in its order; a write is on disk before what follows it.
import { openKept, Overtaken } from "/kept.mjs";
import { sodiumFor } from "/sodium.mjs";

const TICK = 500;
const sockets = new Map();
const waiting = [];
let seat = null;
let kept = null;
let isDoing = false;
let isOver = false;

const now = () => performance.now() / 1000;
const tell = (kind, value) => postMessage([kind, value]);

function fail(error) {
  if (isOver) return;
  isOver = true;
  for (const socket of sockets.values()) socket.close();
  const isOvertaken = error instanceof Overtaken;
  tell(isOvertaken ? "overtaken" : "broken", String(error?.stack ?? error));
  console.error(error);
}

// Ask the peer something, and see to it that what it answers is done.
function ask(question, ...given) {
  if (seat === null || isOver) return;
  try {
    const answer = seat[question](...given);
    for (const output of answer.toJs()) waiting.push(output);
    answer.destroy();
  } catch (error) {
    fail(error);
    return;
  }
  doAll();
}

async function doAll() {
  if (isDoing) return;
  isDoing = true;
  try {
    while (waiting.length > 0 && !isOver) await perform(waiting.shift());
  } catch (error) {
    fail(error);
  }
  isDoing = false;
  // What is due is done in pieces, so that in between the links are heard.
  if (!isOver && seat !== null && seat.is_due()) setTimeout(() => ask("work_on", now()), 0);
}

async function perform(output) {
  const [kind, ...rest] = output;
  switch (kind) {
    case "write": {
      const done = kept.write(rest[0], rest[1]);
      if (rest[1]) await done;
      else done.catch(fail);
      break;
    }
    case "dial": dial(...rest); break;
    case "send": sockets.get(rest[0])?.send(rest[1]); break;
    case "hang up": hangUp(rest[0]); break;
    case "paint": tell("paint", rest[0]); break;
    case "hand": tell("hand", rest); break;
    default: throw new Error(`nobody does “${kind}”`);
  }
}

function dial(link, url) {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  sockets.set(link, socket);
  socket.onopen = () => ask("opened", link, now());
  socket.onmessage = (event) => {
    if (sockets.has(link)) ask("heard", link, new Uint8Array(event.data), now());
  };
  socket.onclose = () => {
    if (sockets.delete(link)) ask("closed", link, now());
  };
}

function hangUp(link) {
  const socket = sockets.get(link);
  // What it still says is for nobody.
  if (sockets.delete(link)) socket.close();
}

async function begin(around) {
  const { parts, library, rooms, ...told } = around;
  tell("progress", 1);
  const load = (name) => import(parts + name);
  const [{ default: sodium }, { loadPyodide }, archive, opened] = await Promise.all([
    load("libsodium-wrappers.mjs"),
    load("pyodide.mjs"),
    fetch(rooms).then((answer) => answer.arrayBuffer()),
    openKept(),
  ]);
  kept = opened;
  tell("progress", 2);
  const [python] = await Promise.all([loadPyodide({ indexURL: parts, stdLibURL: library }), sodium.ready]);
  tell("progress", 3);
  python.registerJsModule("p2pjeux_sodium", sodiumFor(sodium, python));
  python.FS.writeFile("/rooms.zip", new Uint8Array(archive));
  python.runPython("import sys; sys.path.insert(0, '/rooms.zip')");
  const { Boundary } = python.pyimport("p2pjeux.phone.seat.boundary");
  tell("progress", 4);
  seat = Boundary(kept.all, JSON.stringify({ ...told, clock: Date.now() }), now());
  tell("progress", 5);
  ask("begin");
  setInterval(() => ask("tick", now()), TICK);
}

onmessage = ({ data: [kind, value] }) => {
  switch (kind) {
    case "begin": begin(value).catch(fail); break;
    case "tap": ask("tapped", JSON.stringify(value), now()); break;
    case "awake": ask("awake", now()); break;
  }
};

// What a page keeps, in IndexedDB: names and bytes. One page at a time owns it: whoever opens it
// last puts its own mark there, and every write looks for that mark in its own transaction. So two
// pages of one browser can never both sign: the one that was overtaken fails before it sends.

const STORE = "kept";
const OWNER = "owner";

export class Overtaken extends Error {}

function request(asked) {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

// A database, or what stands for it where the browser keeps nothing (some do so in private
// windows): then a reload loses the seat, but what was lost includes the key.
export async function openKept() {
  let database = null;
  try {
    const asked = indexedDB.open("p2pjeux", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    database = await request(asked);
  } catch {
    return { all: new Map(), write: async () => {}, isLasting: false };
  }
  const mark = crypto.getRandomValues(new Uint8Array(16));
  const all = await read(database, mark);
  return {
    all,
    isLasting: true,
    write: (entries, isDurable) => write(database, mark, entries, isDurable),
  };
}

async function read(database, mark) {
  const transaction = database.transaction(STORE, "readwrite");
  const store = transaction.objectStore(STORE);
  store.put(mark, OWNER);
  const [names, values] = await Promise.all([
    request(store.getAllKeys()), request(store.getAll()),
  ]);
  const all = new Map();
  names.forEach((name, at) => { if (name !== OWNER) all.set(name, values[at]); });
  return all;
}

function write(database, mark, entries, isDurable) {
  return new Promise((done, failed) => {
    const durability = isDurable ? "strict" : "relaxed";
    const transaction = database.transaction(STORE, "readwrite", { durability });
    const store = transaction.objectStore(STORE);
    let overtaken = false;
    transaction.oncomplete = () => done();
    transaction.onabort = () =>
      failed(overtaken ? new Overtaken() : transaction.error ?? new Error("not kept"));
    const owner = store.get(OWNER);
    owner.onsuccess = () => {
      const found = owner.result;
      if (!found || found.length !== mark.length || found.some((byte, at) => byte !== mark[at])) {
        overtaken = true;
        transaction.abort();
        return;
      }
      for (const [name, data] of entries) {
        if (data === null || data === undefined) store.delete(name);
        else store.put(data, name);
      }
    };
  });
}

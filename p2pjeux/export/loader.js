// Unpack the code of the page and run it: packed it is a third as long. The policy names both.
"use strict";

const p2pjeuxPacked = (() => {
  // Four bytes from five letters, as base 85 has them; the last ones may stand for fewer.
  const LETTERS =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";
  const NUMBERS = new Map([...LETTERS].map((letter, number) => [letter, number]));

  function bytesOf(text) {
    const lacking = (5 - (text.length % 5)) % 5;
    const letters = text + "~".repeat(lacking);
    const bytes = new DataView(new ArrayBuffer((letters.length / 5) * 4));
    for (let at = 0; at < letters.length; at += 5) {
      let number = 0;
      for (const letter of letters.slice(at, at + 5)) number = number * 85 + NUMBERS.get(letter);
      if (!(number < 2 ** 32)) throw new RangeError("not base 85");
      bytes.setUint32((at / 5) * 4, number);
    }
    return new Uint8Array(bytes.buffer, 0, bytes.byteLength - lacking);
  }

  // What an element holds; an error where it was damaged, or the browser is too old.
  async function unpack(id) {
    const packed = new Blob([bytesOf(document.getElementById(id).textContent)]).stream();
    const stream = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  function sayUnreadable() {
    const line = document.getElementById("verdict-line");
    line.textContent = line.dataset.unreadable;
    document.getElementById("verdict").className = "tampered";
    document.documentElement.dataset.checked = "tampered";
  }

  return { unpack, sayUnreadable };
})();

(async () => {
  try {
    const code = document.createElement("script");
    code.textContent = new TextDecoder().decode(await p2pjeuxPacked.unpack("code"));
    document.body.append(code);
  } catch {
    p2pjeuxPacked.sayUnreadable();
  }
})();

// Canonical values as bytes (protocol/1-encoding.md), and the sums that files and chains need.
// Written from the documents alone, for node and for browsers; it shares nothing with the program.
"use strict";

var p2pjeuxEncoding = (() => {
  const SIZE_MAX = 1 << 20;
  const DEPTH_MAX = 16;
  const INTEGER_MIN = -(2n ** 63n);
  const INTEGER_MAX = 2n ** 64n - 1n;

  // What somebody wrote wrongly. `fault` is the word of the protocol; `reason`, where the document
  // names one, tells the checks of one fault apart; `seat` is the author where there is one.
  class Fault extends Error {
    constructor(fault, message, { seat = null, reason = null } = {}) {
      super(message);
      this.fault = fault;
      this.seat = seat;
      this.reason = reason;
    }
  }

  function refuse(reason, message) {
    throw new Fault("bad-encoding", message, { reason });
  }

  // For each head: the width of the integer, whether it is signed, and the values that need it.
  const INTEGERS = new Map([
    [0xcc, [1, false, 0x80n, 0xffn]],
    [0xcd, [2, false, 0x100n, 0xffffn]],
    [0xce, [4, false, 0x10000n, 0xffffffffn]],
    [0xcf, [8, false, 0x100000000n, INTEGER_MAX]],
    [0xd0, [1, true, -0x80n, -0x21n]],
    [0xd1, [2, true, -0x8000n, -0x81n]],
    [0xd2, [4, true, -0x80000000n, -0x8001n]],
    [0xd3, [8, true, INTEGER_MIN, -0x80000001n]],
  ]);
  // For each head: the width of the length, the least length that needs it, and what follows.
  const LENGTHS = new Map([
    [0xc4, [1, 0, "bytes"]],
    [0xc5, [2, 0x100, "bytes"]],
    [0xc6, [4, 0x10000, "bytes"]],
    [0xd9, [1, 0x20, "text"]],
    [0xda, [2, 0x100, "text"]],
    [0xdb, [4, 0x10000, "text"]],
    [0xdc, [2, 0x10, "list"]],
    [0xdd, [4, 0x10000, "list"]],
    [0xde, [2, 0x10, "map"]],
    [0xdf, [4, 0x10000, "map"]],
  ]);
  const CONSTANTS = new Map([
    [0xc0, null],
    [0xc2, false],
    [0xc3, true],
  ]);

  // One pass over the bytes; a length is compared with what is left before anything is made.
  class Reader {
    constructor(data) {
      this.data = data;
      this.at = 0;
    }

    take(length) {
      if (length > this.data.length - this.at) {
        refuse("cut-short", `${length} bytes are announced, ${this.data.length - this.at} are left`);
      }
      this.at += length;
      return this.data.subarray(this.at - length, this.at);
    }

    unsigned(width) {
      let value = 0n;
      for (const byte of this.take(width)) value = value * 256n + BigInt(byte);
      return value;
    }

    value(depth) {
      if (this.at >= this.data.length) refuse("cut-short", "the value is cut short");
      const head = this.data[this.at++];
      if (head < 0x80) return head;
      if (head >= 0xe0) return head - 0x100;
      if (head < 0x90) return this.map(head & 0x0f, depth);
      if (head < 0xa0) return this.list(head & 0x0f, depth);
      if (head < 0xc0) return this.text(head & 0x1f);
      if (CONSTANTS.has(head)) return CONSTANTS.get(head);
      if (INTEGERS.has(head)) return this.integer(head);
      if (LENGTHS.has(head)) return this.long(head, depth);
      return refuse("head", `byte ${head} begins no value that is allowed`);
    }

    integer(head) {
      const [width, signed, least, most] = INTEGERS.get(head);
      let value = this.unsigned(width);
      if (signed) value = BigInt.asIntN(8 * width, value);
      if (value < least || value > most) {
        refuse("long-form", `integer ${value} is written longer than it need be`);
      }
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }

    long(head, depth) {
      const [width, least, kind] = LENGTHS.get(head);
      const length = Number(this.unsigned(width));
      if (length < least) refuse("long-form", `length ${length} is written longer than it need be`);
      if (kind === "text") return this.text(length);
      if (kind === "bytes") return this.take(length);
      return kind === "list" ? this.list(length, depth) : this.map(length, depth);
    }

    text(length) {
      const raw = this.take(length);
      try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
      } catch {
        return refuse("text", "text is not UTF-8");
      }
    }

    room(items, depth) {
      if (depth === DEPTH_MAX) refuse("depth", `the value is nested deeper than ${DEPTH_MAX}`);
      if (items > this.data.length - this.at) {
        refuse("room", `${items} items are announced in ${this.data.length - this.at} bytes`);
      }
    }

    list(length, depth) {
      this.room(length, depth);
      const items = [];
      for (let number = 0; number < length; number++) items.push(this.value(depth + 1));
      return items;
    }

    map(length, depth) {
      this.room(2 * length, depth);
      const items = new Map();
      let last = null;
      for (let number = 0; number < length; number++) {
        const key = this.value(depth + 1);
        if (typeof key !== "string") refuse("key", "a key of a map is not text");
        const raw = new TextEncoder().encode(key);
        if (last !== null && compare(raw, last) <= 0) {
          refuse("order", "a key is out of order or given twice");
        }
        last = raw;
        items.set(key, this.value(depth + 1));
      }
      return items;
    }
  }

  // The value whose one byte form is `data`: null, boolean, number (a BigInt beyond the safe ones),
  // string, Uint8Array, Array or Map. Anything else is refused.
  function decode(data, sizeMax = SIZE_MAX) {
    if (data.length > sizeMax) {
      refuse("oversize", `${data.length} bytes where ${sizeMax} are allowed`);
    }
    const reader = new Reader(data);
    const value = reader.value(0);
    if (reader.at !== data.length) {
      refuse("rest", `${data.length - reader.at} bytes after the end of the value`);
    }
    return value;
  }

  function compare(one, other) {
    const shared = Math.min(one.length, other.length);
    for (let at = 0; at < shared; at++) {
      if (one[at] !== other[at]) return one[at] - other[at];
    }
    return one.length - other.length;
  }

  function bytes(value, width) {
    const written = new Uint8Array(width);
    let rest = BigInt.asUintN(8 * width, BigInt(value));
    for (let at = width - 1; at >= 0; at--, rest >>= 8n) written[at] = Number(rest & 0xffn);
    return written;
  }

  function join(parts) {
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  function writeInteger(value) {
    const wide = BigInt(value);
    if (wide >= -32n && wide < 128n) return bytes(wide, 1);
    for (const [head, [width, , least, most]] of INTEGERS) {
      if (wide >= least && wide <= most) return join([bytes(head, 1), bytes(wide, width)]);
    }
    throw new RangeError("an integer is too large to be written");
  }

  // The head of something of this length; `short` is the head of the shortest form and its limit.
  function head(kind, length, short) {
    if (short !== null && length <= short[1]) return bytes(short[0] + length, 1);
    for (const [first, [width, , what]] of LENGTHS) {
      if (what === kind && length < 2 ** (8 * width)) {
        return join([bytes(first, 1), bytes(length, width)]);
      }
    }
    throw new RangeError("a value is too long to be written");
  }

  // The one byte form of a value.
  function encode(value) {
    if (value === null) return bytes(0xc0, 1);
    if (typeof value === "boolean") return bytes(value ? 0xc3 : 0xc2, 1);
    if (typeof value === "number" || typeof value === "bigint") return writeInteger(value);
    if (typeof value === "string") {
      const raw = new TextEncoder().encode(value);
      return join([head("text", raw.length, [0xa0, 31]), raw]);
    }
    if (value instanceof Uint8Array) return join([head("bytes", value.length, null), value]);
    if (Array.isArray(value)) {
      return join([head("list", value.length, [0x90, 15]), ...value.map(encode)]);
    }
    const pairs = [...value].map(([key, item]) => [new TextEncoder().encode(key), key, item]);
    pairs.sort((one, other) => compare(one[0], other[0]));
    const items = pairs.flatMap(([, key, item]) => [encode(key), encode(item)]);
    return join([head("map", value.size, [0x80, 15]), ...items]);
  }

  const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    return sum;
  });

  function crc32(data) {
    let sum = 0xffffffff;
    for (const byte of data) sum = CRC[(sum ^ byte) & 0xff] ^ (sum >>> 8);
    return bytes((sum ^ 0xffffffff) >>> 0, 4);
  }

  // SHA-256 (FIPS 180-4) by hand: browsers have it only in pages that they hold to be secure, and
  // only to be waited for. Its constants are the roots of the first primes, cut to 32 bits.
  const PRIMES = [];
  for (let number = 2; PRIMES.length < 64; number++) {
    if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
  }
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function mixBlock(state, words) {
    for (let at = 16; at < 64; at++) {
      const early = words[at - 15];
      const late = words[at - 2];
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + one + words[at - 7] + two;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const big = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + big + ((e & f) ^ (~e & g)) + ROUND[at] + words[at]) | 0;
      const small = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
  }

  function sha256(data) {
    const blocks = Math.ceil((data.length + 9) / 64);
    const padded = new Uint8Array(64 * blocks);
    padded.set(data);
    padded[data.length] = 0x80;
    padded.set(bytes(8 * data.length, 8), padded.length - 8);
    const view = new DataView(padded.buffer);
    const state = Uint32Array.from(START);
    const words = new Uint32Array(64);
    for (let block = 0; block < blocks; block++) {
      for (let at = 0; at < 16; at++) words[at] = view.getUint32(64 * block + 4 * at);
      mixBlock(state, words);
    }
    return join([...state].map((word) => bytes(word, 4)));
  }

  const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

  return { Fault, compare, crc32, decode, encode, hex, join, sha256, unhex };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxEncoding;

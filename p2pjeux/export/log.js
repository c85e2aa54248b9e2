// Shapes, signatures, names and the charter of a log (protocol/2-identity.md and 3-log.md).
"use strict";

var p2pjeuxLog = (() => {
  const encoding =
    typeof p2pjeuxEncoding === "undefined" ? require("./encoding.js") : p2pjeuxEncoding;
  const lookalikes =
    typeof p2pjeuxLookalikes === "undefined" ? require("../log/lookalikes.json") : p2pjeuxLookalikes;
  const { Fault, compare, decode, encode, hex, sha256 } = encoding;

  const LIMITS = {
    charter: 16384,
    body: 131072,
    entry: 131328,
    ballot: 256,
    proposal: 2048,
    bundle: 4096,
    bundleSize: 1048576,
    step: 13 * (131072 + 256) + 1048576 + 8192,
    file: 268435456,
    conviction: 2 * 131328 + 64,
    notes: 12,
    seats: 12,
  };
  const ROUND_MAX = 65535;
  const STEP_MAX = 2 ** 32 - 1;

  const signed = (word, ...parts) => encode([`p2pjeux/1/${word}`, ...parts]);
  const digest = (word, ...parts) => sha256(signed(word, ...parts));

  const FIELD = 2n ** 255n - 19n;
  const SMALL_ORDER = [
    0n,
    1n,
    FIELD - 1n,
    0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
    0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  ];

  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
  const littleEndian = (data) => BigInt("0x" + hex(Uint8Array.from(data).reverse()));

  // Whether these bytes are the one form of a point that is not of small order; it may be on no
  // curve at all.
  function isPlainPoint(data) {
    const y = littleEndian(data) & (2n ** 255n - 1n);
    return y < FIELD && !SMALL_ORDER.includes(y);
  }

  function readKey(value) {
    const key = readExact(value, 32);
    if (!isPlainPoint(key)) throw new Fault("bad-point", "this public key binds nobody");
    return key;
  }

  // What libraries judge differently is decided before one is asked (protocol/2-identity.md).
  async function checkSignature(key, message, signature, verify) {
    const isPlain = isPlainPoint(signature.slice(0, 32)) && littleEndian(signature.slice(32)) < ORDER;
    return isPlain && (await verify(key, message, signature));
  }

  function bad(message) {
    throw new Fault("bad-shape", message);
  }

  function readItems(value, least, most) {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      bad(`a list of ${least} to ${most} items was due`);
    }
    return value;
  }

  const readFields = (value, count) => readItems(value, count, count);

  function readBytes(value, most) {
    if (!(value instanceof Uint8Array) || value.length > most) {
      bad(`at most ${most} bytes were due`);
    }
    return value;
  }

  function readExact(value, size) {
    const data = readBytes(value, size);
    if (data.length !== size) bad(`${size} bytes were due, not ${data.length}`);
    return data;
  }

  function readNumber(value, least, most) {
    if (typeof value !== "number" || value < least || value > most) {
      bad(`a number from ${least} to ${most} was due`);
    }
    return value;
  }

  function readText(value, most) {
    if (typeof value !== "string" || [...value].length > most) {
      bad(`a text of at most ${most} characters was due`);
    }
    return value;
  }

  // The letters of each writing that a name may use, as ranges of code points.
  const WRITINGS = [
    [[0x41, 0x5a], [0x61, 0x7a], [0xc0, 0x24f], [0x1e00, 0x1eff]],
    [[0x370, 0x3ff], [0x1f00, 0x1fff]],
    [[0x400, 0x481], [0x48a, 0x52f]],
    [[0x531, 0x556], [0x561, 0x586]],
    [[0x10d0, 0x10fa]],
    [[0x3005, 0x3005], [0x3041, 0x3096], [0x30a1, 0x30fa], [0x30fc, 0x30fc], [0x4e00, 0x9fef]],
    [[0xac00, 0xd7a3]],
  ];
  const OTHERS = new Set("0123456789'’-–.,:!?&+#*/()@_\"«»·…★☆♥♠♣♦♪");

  const writingOf = (letter) =>
    WRITINGS.findIndex((ranges) =>
      ranges.some(([first, last]) => first <= letter.codePointAt(0) && letter.codePointAt(0) <= last),
    );
  const isLetter = (one) =>
    writingOf(one) >= 0 &&
    /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}々ー]$/u.test(one) &&
    one.normalize("NFKC") === one;

  function readWord(word) {
    const letters = [...word].filter((one) => !OTHERS.has(one));
    if (!letters.every(isLetter)) bad("a name is made of letters, digits and a few signs");
    if (new Set(letters.map(writingOf)).size > 1) {
      bad("a word of a name mixes the letters of two writings");
    }
  }

  function readName(value, most) {
    const name = readText(value, most);
    const words = name.split(" ");
    if (words.includes("")) {
      bad("a name has at least one character and no space but one between words");
    }
    if (![...name].some((one) => /[0-9]/.test(one) || isLetter(one))) {
      bad("a name has a letter or a digit");
    }
    words.forEach(readWord);
    return name;
  }

  // Case folding, which JavaScript has not: down, up and down again, one character at a time. The
  // dotless i is a letter of its own, though its capital is that of the other.
  const foldOne = (letter) =>
    letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase();
  const fold = (name) => [...name].map(foldOne).join("");

  const LOOKS = new Map();
  for (const [look, found] of Object.entries(lookalikes)) {
    for (const letter of found) LOOKS.set(letter, look);
  }
  const lookOf = (letters) =>
    fold(
      [...letters.normalize("NFD").replace(/\p{M}/gu, "")]
        .map((one) => LOOKS.get(one) ?? one)
        .join(""),
    );

  // What a name looks like at a glance, in two ways; it is alike another if either is the same.
  function looks(name) {
    const letters = [...name].filter((one) => /[0-9]/.test(one) || isLetter(one)).join("");
    return [lookOf(fold(letters)), lookOf(letters)];
  }

  function checkDistinct(names) {
    const seen = names.map(looks);
    if ([0, 1].some((at) => new Set(seen.map((two) => two[at])).size !== seen.length)) {
      bad("two seats have names that look alike");
    }
  }

  function readOptions(value) {
    if (!(value instanceof Map) || value.size > 16) bad("a map of at most 16 options was due");
    for (const [name, chosen] of value) {
      readText(name, 32);
      if (typeof chosen === "string") readText(chosen, 64);
      else readNumber(chosen, -(2 ** 31), 2 ** 31);
    }
    return Object.fromEntries(value);
  }

  function readSeat(value) {
    const [name, key, isBot] = readFields(value, 3);
    const seat = { name: readName(name, 20), key: readKey(key), isBot };
    if (typeof isBot !== "boolean") bad("yes or no was due");
    return seat;
  }

  // The seats that weigh something, and of these the ones that hold parts of a seat's keys.
  function peopleOf(seats) {
    const people = [...seats.keys()].filter((seat) => !seats[seat].isBot);
    return people.length ? people : [...seats.keys()];
  }

  function holdersOf(seats, owner) {
    return peopleOf(seats).filter((seat) => compare(seats[seat].key, seats[owner].key) !== 0);
  }

  function checkThreshold(seats, threshold) {
    const most = Math.min(...seats.map((_, owner) => holdersOf(seats, owner).length));
    if (threshold === 0 || (threshold >= 2 && threshold <= most)) return;
    throw new Fault("bad-charter", `with these seats the threshold is not ${threshold}`);
  }

  function readCharter(data) {
    const whole = decode(data, LIMITS.charter);
    const version = readNumber(readItems(whole, 1, 64)[0], 0, 65536);
    if (version !== 2) throw new Fault("bad-charter", `a charter of version ${version}`);
    const [, game, options, rules, seats, threshold, name, patience, nonce] = readFields(whole, 9);
    const sitters = readItems(seats, 2, LIMITS.seats).map(readSeat);
    checkDistinct(sitters.map((seat) => seat.name));
    if (!/^[a-z0-9]+$/.test(readText(game, 32))) {
      bad("the name of a game is made of small letters and digits");
    }
    const charter = { game, seats: sitters };
    charter.options = readOptions(options);
    charter.rules = readExact(rules, 32);
    charter.threshold = readNumber(threshold, 0, LIMITS.seats);
    checkThreshold(sitters, charter.threshold);
    charter.name = readName(name, 40);
    charter.patience = readNumber(patience, 1, 86400);
    readExact(nonce, 32);
    return charter;
  }

  async function readSignedCharter(data, checker) {
    const [bytes, signatures] = readFields(decode(data, 2 * LIMITS.charter), 2);
    const charter = readCharter(readBytes(bytes, LIMITS.charter));
    const given = readItems(signatures, 2, LIMITS.seats).map((one) => readExact(one, 64));
    if (given.length !== charter.seats.length) {
      const text = `${given.length} signatures for ${charter.seats.length} seats`;
      throw new Fault("bad-charter", text);
    }
    charter.table = digest("table", bytes);
    charter.start = digest("start", data);
    for (const [seat, signature] of given.entries()) {
      await checker.check(charter, seat, signed("charter", charter.table), signature);
    }
    return charter;
  }

  return {
    ...encoding,
    bad,
    checkSignature,
    digest,
    holdersOf,
    LIMITS,
    looks,
    peopleOf,
    readBytes,
    readExact,
    readFields,
    readItems,
    readKey,
    readName,
    readNumber,
    readSignedCharter,
    readText,
    ROUND_MAX,
    signed,
    STEP_MAX,
  };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxLog;

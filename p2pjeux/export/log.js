// The records of a log and how they hang together (protocol/2-identity.md and 3-log.md).
// It knows no rules of games and no proofs: form, chain, signatures and absences are checked here.
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
    statement: 256,
    consent: 256,
    statements: 12,
    step: 2097152,
    file: 268435456,
    fork: 2 * 131328 + 64,
    notes: 12,
    seats: 12,
  };
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

  // The whole form of a statement is from here to `checkStatementSense`.
  const KINDS = ["absent", "without", "object", "closed", "back"];
  // Those that stand in a closed step: each names a set of seats that it is closed without.
  const RECORDED = ["absent", "without"];
  // Those that speak of all their subjects together; the others have one.
  const OF_SETS = [...RECORDED, "closed"];

  function readEntry(place, value) {
    const [seat, body, signature] = readFields(value, 3);
    return {
      place,
      author: readNumber(seat, 0, LIMITS.seats - 1),
      body: readBytes(body, LIMITS.body),
      signature: readExact(signature, 64),
    };
  }

  const entryMessage = (entry) => signed("entry", ...entry.place, entry.author, entry.body);
  const writeEntry = (entry) =>
    encode([...entry.place, entry.author, entry.body, entry.signature]);

  function readStatement(place, value) {
    const [signer, kind, subjects, signature] = readFields(value, 4);
    const author = readNumber(signer, 0, LIMITS.seats - 1);
    if (!KINDS.includes(readText(kind, 16))) {
      throw new Fault("bad-statement", `there is no statement “${kind}”`);
    }
    return {
      place,
      author,
      kind,
      subjects: readSubjects(subjects),
      signature: readExact(signature, 64),
    };
  }

  function readSubjects(value) {
    const subjects = readItems(value, 1, LIMITS.seats).map((one) =>
      readNumber(one, 0, LIMITS.seats - 1),
    );
    if (subjects.some((seat, at) => at > 0 && subjects[at - 1] >= seat)) {
      bad("the subjects of a statement are not in order");
    }
    return subjects;
  }

  const statementParts = (one) => [...one.place, one.author, one.kind, one.subjects];
  const statementMessage = (one) => signed("statement", ...statementParts(one));
  const writeStatement = (one) => encode([...statementParts(one), one.signature]);
  const isSame = (some, others) => `${some}` === `${others}`;
  const isWithin = (some, others) => some.every((seat) => others.includes(seat));

  // Statements of a step stand in the order of kind, subjects, signer.
  function isBefore(one, other) {
    if (one.kind !== other.kind) return one.kind < other.kind;
    const at = one.subjects.findIndex((seat, place) => seat !== other.subjects[place]);
    if (at >= 0) return at < other.subjects.length && one.subjects[at] < other.subjects[at];
    if (one.subjects.length !== other.subjects.length) return true;
    return one.author < other.author;
  }

  // Whether an honest peer states at most one of two different things in one place.
  function contradict(one, other) {
    const [some, others] = [one.subjects, other.subjects];
    if (one.place[1] !== other.place[1] || compare(one.place[2], other.place[2]) !== 0) return false;
    const kinds = [one.kind, other.kind];
    if (kinds.every((kind) => RECORDED.includes(kind))) {
      if (isSame(some, others)) return one.kind === other.kind;
      return !(isWithin(some, others) || isWithin(others, some));
    }
    if (kinds.includes("closed")) {
      return kinds.some((kind) => RECORDED.includes(kind)) && isSame(some, others);
    }
    const isDenied = kinds.includes("absent") && kinds.includes("object");
    return isDenied && some.some((seat) => others.includes(seat));
  }

  function checkStatementSense(charter, one) {
    if (one.subjects.at(-1) >= charter.seats.length) {
      throw new Fault("bad-shape", "there is no such seat at this table", { seat: one.author });
    }
    const isTooMany = !OF_SETS.includes(one.kind) && one.subjects.length > 1;
    if (isTooMany || one.subjects.includes(one.author) !== (one.kind === "back")) {
      const text = `seat ${one.author} cannot state “${one.kind}” of seat ${one.subjects}`;
      throw new Fault("bad-statement", text, { seat: one.author });
    }
  }

  // A consent: agreement to something that takes everybody's.
  const CONSENTS = ["take back", "pause", "go on"];
  const consentFault = (text, seat) => new Fault("bad-consent", text, { seat });

  function readConsent(place, value) {
    const [signer, kind, number, signature] = readFields(value, 4);
    const author = readNumber(signer, 0, LIMITS.seats - 1);
    if (!CONSENTS.includes(readText(kind, 16))) {
      throw consentFault(`nobody can agree to “${kind}”`, null);
    }
    readNumber(number, 0, STEP_MAX);
    return { place, author, kind, number, signature: readExact(signature, 64) };
  }

  const consentMessage = (one) =>
    signed("consent", ...one.place, one.author, one.kind, one.number);

  function checkAuthor(charter, part) {
    if (compare(part.place[0], charter.table) !== 0) {
      throw new Fault("bad-chain", "it belongs to another table", { seat: part.author });
    }
    if (part.author >= charter.seats.length) bad(`there is no seat ${part.author} at this table`);
  }

  async function checkEntry(charter, entry, checker) {
    checkAuthor(charter, entry);
    await checker.check(charter, entry.author, entryMessage(entry), entry.signature);
  }

  async function checkStatement(charter, one, checker) {
    checkAuthor(charter, one);
    checkStatementSense(charter, one);
    await checker.check(charter, one.author, statementMessage(one), one.signature);
  }

  // A part that travels by itself: its place stands in it.
  function readAlone(data, most, count, read) {
    const [table, step, previous, ...rest] = readFields(decode(data, most), count);
    const place = [readExact(table, 32), readNumber(step, 0, STEP_MAX), readExact(previous, 32)];
    return read(place, rest);
  }

  const entryAlone = (data) => readAlone(data, LIMITS.entry, 6, readEntry);
  const statementAlone = (data) => readAlone(data, LIMITS.statement, 7, readStatement);

  function readStep(data, table, previous) {
    const [number, entries, statements] = readFields(decode(data, LIMITS.step), 3);
    const place = [table, readNumber(number, 0, STEP_MAX), previous];
    return {
      number,
      // One more than there are seats: whoever signed twice must be readable to be convicted.
      entries: readItems(entries, 0, LIMITS.seats + 1).map((one) => readEntry(place, one)),
      statements: readItems(statements, 0, LIMITS.statements).map((one) =>
        readStatement(place, one),
      ),
    };
  }

  const chainFault = (text, seat = null) => new Fault("bad-chain", text, { seat });

  async function checkEntryOrder(charter, before, after, checker) {
    const seat = after.author;
    if (before.author < seat) return;
    if (before.author > seat) throw chainFault(`the entry of seat ${seat} is out of order`, seat);
    if (compare(writeEntry(before), writeEntry(after)) === 0) {
      throw chainFault(`the entry of seat ${seat} is given twice`, seat);
    }
    await checkEntry(charter, before, checker);
    await checkEntry(charter, after, checker);
    const text = `seat ${seat} signed two different entries for step ${after.place[1]}`;
    throw new Fault("fork", text, { seat });
  }

  const subjectsIn = (step) => step.statements.flatMap((one) => one.subjects);

  function checkStatementOrder(step) {
    for (const one of step.statements) {
      if (!RECORDED.includes(one.kind)) {
        const text = `“${one.kind}” has no place in a closed step`;
        throw new Fault("bad-statement", text, { seat: one.author });
      }
    }
    step.statements.slice(1).forEach((other, at) => {
      if (!isBefore(step.statements[at], other)) {
        throw chainFault("statements are out of order or given twice", other.author);
      }
    });
    const away = subjectsIn(step);
    if (step.entries.some((entry) => away.includes(entry.author))) {
      throw chainFault("a seat is declared absent from a step that has its entry");
    }
  }

  return {
    ...encoding,
    bad,
    chainFault,
    checkAuthor,
    checkEntry,
    checkEntryOrder,
    checkStatement,
    checkStatementOrder,
    consentFault,
    consentMessage,
    contradict,
    digest,
    entryAlone,
    checkSignature,
    isSame,
    isWithin,
    LIMITS,
    looks,
    readAlone,
    readBytes,
    readConsent,
    readFields,
    readItems,
    readKey,
    readName,
    readSignedCharter,
    readStep,
    RECORDED,
    signed,
    statementAlone,
    STEP_MAX,
    subjectsIn,
    writeEntry,
    writeStatement,
  };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxLog;

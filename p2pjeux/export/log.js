// The records of a log and how they hang together (protocol/2-identity.md and 3-log.md).
// It knows no rules of games and no proofs: form, chain, signatures and absences are checked here.
"use strict";

var p2pjeuxLog = (() => {
  const encoding =
    typeof p2pjeuxEncoding === "undefined" ? require("./encoding.js") : p2pjeuxEncoding;
  const { Fault, compare, decode, encode, hex, sha256 } = encoding;

  const LIMITS = {
    charter: 16384,
    body: 131072,
    entry: 131328,
    statement: 256,
    consent: 256,
    statements: 144,
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

  function readKey(value) {
    const key = readExact(value, 32);
    const y = BigInt("0x" + hex(Uint8Array.from(key).reverse())) & (2n ** 255n - 1n);
    if (y >= FIELD || SMALL_ORDER.includes(y)) {
      throw new Fault("bad-point", "this public key binds nobody");
    }
    return key;
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

  function readName(value, most) {
    const name = readText(value, most);
    if (!name.split(" ").every((word) => /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(word))) {
      bad("a name is made of visible characters, with single spaces between words");
    }
    if (/^\p{M}/u.test(name) || name !== name.normalize("NFC")) {
      bad("a name is written in composed characters (NFC)");
    }
    return name;
  }

  // Case folding, which JavaScript has not: down, up and down again, one character at a time. The
  // dotless i is a letter of its own, though its capital is that of the other.
  const foldOne = (letter) =>
    letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase();
  const fold = (name) => [...name.normalize("NFKC")].map(foldOne).join("");

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
    const [name, key] = readFields(value, 2);
    return { name: readName(name, 20), key: readKey(key) };
  }

  function readCharter(data) {
    const whole = decode(data, LIMITS.charter);
    const version = readNumber(readItems(whole, 1, 64)[0], 0, 65536);
    if (version !== 1) throw new Fault("bad-charter", `a charter of version ${version}`);
    const [, game, options, rules, seats, threshold, name, patience, nonce] = readFields(whole, 9);
    const sitters = readItems(seats, 2, LIMITS.seats).map(readSeat);
    if (new Set(sitters.map((seat) => fold(seat.name))).size !== sitters.length) {
      bad("two seats have the same name");
    }
    if (!/^[a-z0-9]+$/.test(readText(game, 32))) {
      bad("the name of a game is made of small letters and digits");
    }
    const charter = { game, seats: sitters };
    charter.options = readOptions(options);
    charter.rules = readExact(rules, 32);
    const [fewest, most] = sitters.length === 2 ? [0, 0] : [2, sitters.length - 1];
    charter.threshold = readNumber(threshold, fewest, most);
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
  const KINDS = ["absent", "object", "back"];
  const RECORDED = ["absent"];

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
    const [signer, kind, subject, signature] = readFields(value, 4);
    const author = readNumber(signer, 0, LIMITS.seats - 1);
    if (!KINDS.includes(readText(kind, 16))) {
      throw new Fault("bad-statement", `there is no statement “${kind}”`);
    }
    return {
      place,
      author,
      kind,
      subject: readNumber(subject, 0, LIMITS.seats - 1),
      signature: readExact(signature, 64),
    };
  }

  const statementParts = (one) => [...one.place, one.author, one.kind, one.subject];
  const statementMessage = (one) => signed("statement", ...statementParts(one));
  const writeStatement = (one) => encode([...statementParts(one), one.signature]);
  const subjectsOf = (one) => [one.subject];
  // Statements of a step stand in the order of kind, subject, signer.
  const isBefore = (one, other) =>
    one.kind !== other.kind
      ? one.kind < other.kind
      : one.subject !== other.subject
        ? one.subject < other.subject
        : one.author < other.author;

  // Whether an honest peer signs at most one of two statements for the same step.
  const contradict = (one, other) =>
    one.subject === other.subject &&
    [one.kind, other.kind].includes("absent") &&
    [one.kind, other.kind].includes("object");

  function checkStatementSense(charter, one) {
    if (subjectsOf(one).some((seat) => seat >= charter.seats.length)) {
      throw new Fault("bad-shape", "there is no such seat at this table", { seat: one.author });
    }
    if ((one.author === one.subject) !== (one.kind === "back")) {
      const text = `seat ${one.author} cannot state “${one.kind}” of seat ${one.subject}`;
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
    const away = new Set(step.statements.flatMap(subjectsOf));
    if (step.entries.some((entry) => away.has(entry.author))) {
      throw chainFault("a seat is declared absent from a step that has its entry");
    }
  }

  // Who is at the table. When a return takes effect is for the rules to say, so a seat that may be
  // back counts as either, whichever makes the absences of a step right.
  class Roll {
    constructor(charter) {
      this.charter = charter;
      this.absent = new Set();
      this.returning = new Set();
      // Where each absent seat was declared so: a return is signed for this very absence.
      this.left = new Map();
    }

    leave(statements) {
      const stated = statements.filter((one) => one.kind === "absent");
      if (!stated.length) return;
      let first = null;
      for (const back of subsets([...this.returning])) {
        const absent = new Set([...this.absent].filter((seat) => !back.includes(seat)));
        const fault = this.absenceFault(stated, absent);
        if (fault === null) {
          back.forEach((seat) => this.returning.delete(seat));
          this.absent = absent;
          stated.forEach((one) => subjectsOf(one).forEach((seat) => this.lose(seat, one.place)));
          return;
        }
        first ??= fault;
      }
      throw first;
    }

    absenceFault(stated, absent) {
      const fault = (text, seat) => new Fault("bad-statement", text, { seat });
      const { seats, threshold } = this.charter;
      const present = seats.map((_, seat) => seat).filter((seat) => !absent.has(seat));
      const gone = new Set(stated.flatMap(subjectsOf));
      const left = present.filter((seat) => !gone.has(seat));
      for (const one of [...stated].sort((a, b) => a.author - b.author)) {
        if (!left.includes(one.author) || absent.has(one.subject)) {
          const text = `seat ${one.author} has no say in the absence of seat ${one.subject}`;
          return fault(text, one.author);
        }
      }
      for (const signer of left) {
        for (const subject of [...gone].sort((a, b) => a - b)) {
          if (!stated.some((one) => one.author === signer && one.subject === subject)) {
            return fault(`seat ${signer} did not state the absence of seat ${subject}`, signer);
          }
        }
      }
      const excess = 2 * left.length - present.length;
      const isMost = excess > 0 || (excess === 0 && left[0] === present[0]);
      return threshold && left.length >= threshold && isMost
        ? null
        : fault("too few are left to go on without the absent seats", null);
    }

    lose(seat, place) {
      this.absent.add(seat);
      this.left.set(seat, place);
    }

    // An entry of this seat stands in the step: it is there, or back.
    hear(seat) {
      if (!this.absent.has(seat)) return;
      if (!this.returning.delete(seat)) {
        throw new Fault("not-asked", `seat ${seat} is not asked now`, { seat });
      }
      this.absent.delete(seat);
    }

    // The notes of an entry: each says that an absent seat is back.
    checkNote(one) {
      const place = this.left.get(one.author);
      const isOfIt =
        place !== undefined && place[1] === one.place[1] && compare(place[2], one.place[2]) === 0;
      if (one.kind !== "back" || !isOfIt) {
        throw new Fault("bad-statement", "nobody comes back by this", { seat: one.author });
      }
    }

    comeBack(seat) {
      this.left.delete(seat);
      this.returning.add(seat);
    }

    // Whether these seats are all who are present, in order.
    checkAll(seats) {
      for (const back of subsets([...this.returning])) {
        const present = this.charter.seats
          .map((_, seat) => seat)
          .filter((seat) => !this.absent.has(seat) || back.includes(seat));
        if (`${present}` === `${seats}`) return;
      }
      throw consentFault("not all at the table agreed, each once", null);
    }
  }

  function* subsets(items) {
    for (let bits = 0; bits < 1 << items.length; bits++) {
      yield items.filter((_, at) => bits & (1 << at));
    }
  }

  class Chain {
    // Without `wrapped`, bodies are taken as any bytes, and no seat comes back.
    constructor(charter, wrapped = true) {
      this.charter = charter;
      this.wrapped = wrapped;
      this.roll = new Roll(charter);
      this.digest = charter.start;
      this.next = 0;
      this.steps = [];
    }

    // Take a step: its layout, its absences, then its entries, as part 3 orders the checks.
    async append(step, checker) {
      if (step.number < this.next) {
        throw chainFault(`step ${step.number} stands where step ${this.next} or a later one is due`);
      }
      if (!step.entries.length && !step.statements.length) {
        throw chainFault(`step ${step.number} is empty`);
      }
      for (let at = 1; at < step.entries.length; at++) {
        await checkEntryOrder(this.charter, step.entries[at - 1], step.entries[at], checker);
      }
      checkStatementOrder(step);
      for (const one of step.statements) await checkStatement(this.charter, one, checker);
      this.roll.leave(step.statements);
      const back = [];
      for (const entry of step.entries) {
        await checkEntry(this.charter, entry, checker);
        this.roll.hear(entry.author);
        if (this.wrapped) back.push(...(await this.unwrap(entry, checker)));
      }
      back.forEach((seat) => this.roll.comeBack(seat));
      this.attach(step);
    }

    // The seats that come back by the notes of an entry.

    async unwrap(entry, checker) {
      try {
        const [body, notes] = readFields(decode(entry.body, LIMITS.body), 2);
        readBytes(body, LIMITS.body);
        const read = readItems(notes, 0, LIMITS.notes).map((note) =>
          statementAlone(readBytes(note, LIMITS.statement)),
        );
        for (const note of read) {
          await checkStatement(this.charter, note, checker);
          this.roll.checkNote(note);
        }
        return read.map((note) => note.author);
      } catch (fault) {
        if (fault instanceof Fault) fault.seat = entry.author;
        throw fault;
      }
    }

    // An entry without a body: all who are present agree, each once, to go back to one step.
    async checkTakeBack(place, notes, checker) {
      const consents = notes.map((note) =>
        readAlone(readBytes(note, LIMITS.consent), LIMITS.consent, 7, readConsent),
      );
      this.roll.checkAll(consents.map((one) => one.author));
      for (const one of consents) {
        const isHere = one.place[1] === place[1] && compare(one.place[2], place[2]) === 0;
        if (!isHere || one.kind !== "take back" || one.number !== consents[0].number) {
          throw consentFault("what was agreed to is not to go back from here", one.author);
        }
        checkAuthor(this.charter, one);
        if (one.number > place[1]) throw consentFault("there is no such step", one.author);
        await checker.check(this.charter, one.author, consentMessage(one), one.signature);
      }
    }

    attach(step) {
      this.digest = digest(
        "step",
        this.digest,
        step.number,
        step.entries.map((entry) => sha256(writeEntry(entry))),
        step.statements.map((one) => sha256(writeStatement(one))),
      );
      this.next = step.number + 1;
      this.steps.push({
        number: step.number,
        digest: this.digest,
        entries: step.entries.length,
        statements: step.statements.length,
      });
    }
  }

  return {
    ...encoding,
    Chain,
    LIMITS,
    checkEntry,
    checkStatement,
    contradict,
    entryAlone,
    fold,
    readBytes,
    readFields,
    readSignedCharter,
    readStep,
    statementAlone,
  };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxLog;

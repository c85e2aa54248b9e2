// All that is signed at a table, certificates, and what convicts (protocol/10-agreement.md, Records).
"use strict";

var p2pjeuxRecords = (() => {
  const log = typeof p2pjeuxLog === "undefined" ? require("./log.js") : p2pjeuxLog;
  const {
    bad,
    compare,
    decode,
    digest,
    encode,
    Fault,
    hex,
    LIMITS,
    readBytes,
    readExact,
    readFields,
    readItems,
    readNumber,
    readText,
    ROUND_MAX,
    sha256,
    signed,
    STEP_MAX,
  } = log;

  const readSeat = (value) => readNumber(value, 0, LIMITS.seats - 1);
  const readRound = (value) => readNumber(value, 0, ROUND_MAX);
  const readDigest = (value) => readExact(value, 32);

  function checkAscending(seats) {
    if (seats.some((seat, at) => at > 0 && seats[at - 1] >= seat)) {
      bad("seats are not in ascending order");
    }
  }

  function readSeats(value) {
    const seats = readItems(value, 0, LIMITS.seats).map(readSeat);
    checkAscending(seats);
    return seats;
  }

  // What a step is closed with: the digest of each entry, by seat, and who is absent.
  function readClosing(value) {
    const [entries, away] = readFields(value, 2);
    const pairs = readItems(entries, 0, LIMITS.seats).map((pair) => {
      const [seat, name] = readFields(pair, 2);
      return [readSeat(seat), readDigest(name)];
    });
    const absent = readSeats(away);
    checkAscending(pairs.map(([seat]) => seat));
    if (pairs.some(([seat]) => absent.includes(seat)) || !(pairs.length + absent.length)) {
      bad("a closing has each seat once, and one at least");
    }
    return { entries: pairs, absent };
  }

  const askedBy = ({ entries, absent }) => [...entries.map(([seat]) => seat), ...absent];
  const closingDigest = ([, step, previous], { entries, absent }) =>
    digest("step", previous, step, entries, absent);

  function readHighest(value) {
    if (value === null) return null;
    const [round, name] = readFields(value, 2);
    return { round: readRound(round), name: readDigest(name) };
  }

  const CONSENTS = ["take back", "pause", "go on"];

  function readConsentKind(value) {
    const kind = readText(value, 16);
    if (!CONSENTS.includes(kind)) {
      throw new Fault("bad-consent", `nobody can agree to “${kind}”`);
    }
    return kind;
  }

  // For each kind: its limit, and of what is said each field's name and how it is read.
  const FORMS = {
    entry: { most: LIMITS.entry, said: [["body", (value) => readBytes(value, LIMITS.body)]] },
    accept: {
      most: LIMITS.ballot,
      ofPeers: true,
      said: [
        ["round", readRound],
        ["closing", readDigest],
        ["proposal", (value) => (value === null ? null : readDigest(value))],
      ],
    },
    move: {
      most: LIMITS.ballot,
      ofPeers: true,
      said: [
        ["round", readRound],
        ["highest", readHighest],
        ["without", readSeats],
      ],
    },
    propose: {
      most: LIMITS.proposal,
      ofPeers: true,
      said: [
        ["round", readRound],
        ["closing", readClosing],
        ["moves", (value) => readItems(value, 1, LIMITS.seats).map(readDigest)],
      ],
    },
    back: { most: LIMITS.ballot, said: [] },
    consent: {
      most: LIMITS.ballot,
      said: [
        ["kind", readConsentKind],
        ["number", (value) => readNumber(value, 0, STEP_MAX)],
      ],
    },
  };
  // Their numbers in a bundle, and the words of those that can convict.
  const BALLOTS = ["accept", "move", "propose"];
  const CONVICTING = ["accept", "entry", "move", "propose"];

  // A record of a known place. `raw` is what is said as it was read: it is written again alike.
  function readTail(purpose, place, tail) {
    const { said } = FORMS[purpose];
    const fields = readFields(tail, 2 + said.length);
    const raw = fields.slice(1, -1);
    const record = { purpose, place, raw };
    said.forEach(([name, read], at) => (record[name] = read(raw[at])));
    record.seat = readSeat(fields[0]);
    record.signature = readExact(fields.at(-1), 64);
    return record;
  }

  // A record that travels by itself: its place stands in it.
  function readAlone(purpose, data) {
    const form = FORMS[purpose];
    const whole = readFields(decode(data, form.most), 5 + form.said.length);
    const [table, step, previous, ...tail] = whole;
    const place = [readExact(table, 32), readNumber(step, 0, STEP_MAX), readExact(previous, 32)];
    return readTail(purpose, place, tail);
  }

  // By its digest others name a record.
  function nameOf(record) {
    record.name ??= sha256(
      encode([...record.place, record.seat, ...record.raw, record.signature]),
    );
    return record.name;
  }

  const isSamePlace = (one, other) =>
    one[1] === other[1] && compare(one[0], other[0]) === 0 && compare(one[2], other[2]) === 0;

  function seatsWith(charter, seat) {
    const { key } = charter.seats[seat];
    return [...charter.seats.keys()].filter((one) => compare(charter.seats[one].key, key) === 0);
  }

  // What no honest seat of this table says, if this is it.
  const SENSE = {
    accept: (charter, { round, proposal }) =>
      (proposal === null) !== (round === 0) &&
      "an accept names its proposal, and in round 0 there is none",
    move: (charter, { round, highest, without, seat }) =>
      (highest !== null && highest.round >= round && "a move reports an accept of a lower round") ||
      (round === 0 && "nobody moves to round 0") ||
      (without.some((one) => one >= charter.seats.length) && "there is no such seat") ||
      (seatsWith(charter, seat).some((one) => without.includes(one)) &&
        "nobody goes on without himself"),
    propose: (charter, { round, closing }) =>
      (round === 0 && "round 0 has no scribe") ||
      (askedBy(closing).some((seat) => seat >= charter.seats.length) &&
        "a closing names a seat that there is not"),
    consent: (charter, { kind, number, place }) =>
      (kind === "take back" ? number > place[1] : number < 1 || number > 16) &&
      `nobody can agree to “${kind}” ${number} here`,
  };

  async function check(charter, record, checker) {
    const { purpose, place, seat } = record;
    if (compare(place[0], charter.table) !== 0) {
      throw new Fault("bad-chain", "it belongs to another table", { seat });
    }
    if (seat >= charter.seats.length) bad(`there is no seat ${seat} at this table`);
    if (FORMS[purpose].ofPeers && seatsWith(charter, seat)[0] !== seat) {
      const text = `a peer signs this by its lowest seat, which seat ${seat} is not`;
      throw new Fault("bad-shape", text, { seat });
    }
    const nonsense = SENSE[purpose]?.(charter, record);
    if (nonsense) {
      throw new Fault(purpose === "consent" ? "bad-consent" : "bad-statement", nonsense, { seat });
    }
    const message = signed(purpose, ...place, seat, ...record.raw);
    await checker.check(charter, seat, message, record.signature);
  }

  // Whether an honest peer signs at most one of two records.
  function exclude(one, other) {
    if (!isSamePlace(one.place, other.place) || one.seat !== other.seat) return false;
    if (compare(nameOf(one), nameOf(other)) === 0) return false;
    if (one.purpose === other.purpose) return one.purpose === "entry" || one.round === other.round;
    const accept = [one, other].find(({ purpose }) => purpose === "accept");
    const move = [one, other].find(({ purpose }) => purpose === "move");
    if (accept === undefined || move === undefined || accept.round >= move.round) return false;
    const told = move.highest;
    if (told === null || told.round < accept.round) return true;
    return told.round === accept.round && compare(told.name, nameOf(accept)) !== 0;
  }

  const falseEvidence = (text) => new Fault("bad-evidence", text);

  function readPart(value) {
    const [word, data] = readFields(value, 2);
    const record = readBytes(data, LIMITS.entry);
    const purpose = readText(word, 16);
    if (!CONVICTING.includes(purpose)) throw falseEvidence("no record of this kind convicts");
    return { purpose, data: record, record: readAlone(purpose, record) };
  }

  // Two records of one seat of which an honest one signs at most one; the lesser stands first.
  function readConviction(data) {
    const parts = readFields(decode(data, LIMITS.conviction), 2).map(readPart);
    const [one, other] = parts;
    const isOrdered =
      one.purpose === other.purpose
        ? compare(one.data, other.data) < 0
        : one.purpose < other.purpose;
    if (!isOrdered || !exclude(one.record, other.record)) {
      throw falseEvidence("these two do not exclude each other");
    }
    return parts.map(({ record }) => record);
  }

  // Bundles stand in the order of kind, seat, round and digest, each record once.
  function isBefore(one, other) {
    const ranks = [one, other].map(({ purpose, seat, round }) => [
      BALLOTS.indexOf(purpose),
      seat,
      round,
    ]);
    const at = ranks[0].findIndex((value, place) => value !== ranks[1][place]);
    return at < 0 ? compare(nameOf(one), nameOf(other)) < 0 : ranks[0][at] < ranks[1][at];
  }

  function readBundle(place, value) {
    const records = readItems(value, 0, LIMITS.bundle).map((one) => {
      const [kind, tail] = readFields(one, 2);
      return readTail(BALLOTS[readNumber(kind, 0, BALLOTS.length - 1)], place, tail);
    });
    if (records.some((one, at) => at > 0 && !isBefore(records[at - 1], one))) {
      bad("the records of a bundle are out of order");
    }
    return records;
  }

  // The accepts of a quorum that agree in all but who signed, and what they rest upon.
  function readCertificate(place, value) {
    const [round, proposal, given, grounds] = readFields(value, 4);
    const votes = readItems(given, 1, LIMITS.seats).map((vote) => {
      const [seat, signature] = readFields(vote, 2);
      return { seat: readSeat(seat), signature: readExact(signature, 64) };
    });
    checkAscending(votes.map(({ seat }) => seat));
    return {
      round: readRound(round),
      proposal: proposal === null ? null : readDigest(proposal),
      votes,
      records: readBundle(place, grounds),
    };
  }

  function acceptsOf(place, closing, { round, proposal, votes }) {
    const raw = [round, closing, proposal];
    return votes.map((vote) => ({
      purpose: "accept",
      place,
      raw,
      round,
      closing,
      proposal,
      ...vote,
    }));
  }

  function readStep(data, table, previous) {
    const [number, given, away, certificate] = readFields(decode(data, LIMITS.step), 4);
    const place = [table, readNumber(number, 0, STEP_MAX), previous];
    // One more than there are seats: whoever signed twice must be readable to be convicted.
    const entries = readItems(given, 0, LIMITS.seats + 1).map((one) =>
      readTail("entry", place, one),
    );
    const absent = readSeats(away);
    return {
      place,
      number,
      entries,
      closing: { entries: entries.map((entry) => [entry.seat, nameOf(entry)]), absent },
      certificate: certificate === null ? null : readCertificate(place, certificate),
    };
  }

  return {
    ...log,
    acceptsOf,
    askedBy,
    check,
    closingDigest,
    exclude,
    falseEvidence,
    isSamePlace,
    nameOf,
    nameOfHex: (record) => hex(nameOf(record)),
    readAlone,
    readConviction,
    readStep,
    seatsWith,
  };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxRecords;

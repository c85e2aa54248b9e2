// Read a log or a piece of evidence and say what is wrong with it (protocol/4-file.md).
//
// What it finds good is the form, the chain, every signature, and that a quorum of those present
// closed each step; rules and proofs are beyond it. `node reader.js FILE` prints the digest of every step, then a verdict as JSON.
"use strict";

var p2pjeuxReader = (() => {
  const log = typeof p2pjeuxChain === "undefined" ? require("./chain.js") : p2pjeuxChain;
  const { Fault, LIMITS, compare, crc32, hex } = log;

  const LOG = "p2pjeux log ";
  const EVIDENCE = "p2pjeux evidence ";
  const VERSION = "2\n";
  const FINDINGS = {
    "bad-frame": "format",
    "bad-charter": "charter",
    "bad-chain": "chain",
    "not-asked": "chain",
    "bad-signature": "signature",
    "bad-statement": "absence",
    "bad-evidence": "evidence",
    fork: "fork",
  };
  const EXITS = { good: 0, fork: 5 };
  const PROVABLE = ["body", "fork"];

  function frameFault(text, at = null) {
    return new Fault("bad-frame", at === null ? text : `${text}, at byte ${at}`);
  }

  function number(data) {
    return data.reduce((sum, byte) => sum * 256 + byte, 0);
  }

  // The whole frames of a file one by one; `at` is where the one in hand begins, at the end where
  // the last one ends. `tail` then tells what an interrupted write has left: "torn" or "spoilt".
  class Frames {
    constructor(data, at) {
      this.data = data;
      this.at = at;
      this.end = at;
      this.tail = null;
    }

    next() {
      const { data } = this;
      const at = (this.at = this.end);
      if (at >= data.length) return null;
      const head = data.subarray(at, at + 8);
      if (head.length < 8 || data.subarray(at).every((byte) => byte === 0)) return this.stop("torn");
      const length = head.subarray(0, 4);
      if (compare(crc32(length), head.subarray(4)) !== 0) {
        throw frameFault("the length of a record is damaged", at);
      }
      const size = number(length);
      if (size < 1 || size > LIMITS.step) throw frameFault(`a record of ${size} bytes`, at);
      const stop = at + 8 + size;
      if (stop + 4 > data.length) return this.stop("torn");
      const record = data.subarray(at + 8, stop);
      if (compare(crc32(record), data.subarray(stop, stop + 4)) === 0) {
        this.end = stop + 4;
        return record;
      }
      if (stop + 4 === data.length) return this.stop("spoilt");
      throw frameFault("a record is damaged", at);
    }

    stop(tail) {
      this.tail = tail;
      return null;
    }
  }

  function startsWith(data, text) {
    return compare(data.subarray(0, text.length), new TextEncoder().encode(text)) === 0;
  }

  function open(data, kind) {
    if (data.length > LIMITS.file) throw frameFault(`a file of ${data.length} bytes`);
    if (!startsWith(data, kind + VERSION)) {
      throw frameFault(
        startsWith(data, kind)
          ? "the file is of a version that this program does not know"
          : `the file does not begin as a ${kind.trim()} does`,
      );
    }
    return new Frames(data, kind.length + VERSION.length);
  }

  async function firstCharter(frames, checker) {
    const record = frames.next();
    if (record === null) throw frameFault("the file ends before its charter does");
    return log.readSignedCharter(record, checker);
  }

  // Counts what it checks. With no `verify` it checks no signature, and says so in the verdict.
  class Checker {
    constructor(verify) {
      this.verify = verify;
      this.count = 0;
    }

    async check(charter, seat, message, signature) {
      if (this.verify === null) return;
      this.count += 1;
      const key = charter.seats[seat].key;
      if (!(await log.checkSignature(key, message, signature, this.verify))) {
        throw new Fault("bad-signature", "the signature does not hold", { seat });
      }
    }
  }

  function findingOf(fault, unnamed) {
    return FINDINGS[fault.fault] ?? (fault.seat === null ? unnamed : "body");
  }

  function blank(checker) {
    return {
      ok: false,
      exit: 3,
      finding: "format",
      reason: "",
      fault: null,
      // Whether nothing is wrong but that the step in question has no certificate.
      unclosed: false,
      step: null,
      seat: null,
      name: null,
      proven: false,
      position: null,
      table: null,
      steps: 0,
      entries: 0,
      accepts: 0,
      torn: false,
      // How many signatures were checked; null if none could be.
      signatures: checker.verify === null ? null : checker.count,
      digests: [],
    };
  }

  function tableOf(charter) {
    return {
      id: hex(charter.table),
      name: charter.name,
      game: charter.game,
      options: charter.options,
      rules: hex(charter.rules),
      seats: charter.seats.map((seat) => ({ name: seat.name, key: hex(seat.key) })),
      threshold: charter.threshold,
    };
  }

  function judge(verdict, finding, fault, charter) {
    const seat = fault === null ? null : fault.seat;
    return Object.assign(verdict, {
      ok: finding === "good",
      exit: EXITS[finding] ?? 3,
      finding,
      reason: fault === null ? "" : fault.message,
      fault: fault === null ? null : fault.fault,
      unclosed: fault !== null && fault.reason === "unclosed",
      seat,
      name: charter !== null && seat !== null ? charter.seats[seat]?.name ?? null : null,
      proven: seat !== null && (PROVABLE.includes(finding) || fault.fault === "not-asked"),
      table: charter === null ? null : tableOf(charter),
    });
  }

  async function readSteps(frames, chain, checker, onStep) {
    for (let record = frames.next(); record !== null; record = frames.next()) {
      await chain.append(log.readStep(record, chain.charter.table, chain.digest), checker);
      onStep(chain.steps.at(-1), frames.at);
    }
    if (frames.tail === "spoilt") throw frameFault("the last record is damaged", frames.at);
  }

  async function checkLog(data, checker, onStep) {
    let frames = null;
    let chain = null;
    let fault = null;
    try {
      frames = open(data, LOG);
      chain = new log.Chain(await firstCharter(frames, checker));
      await readSteps(frames, chain, checker, onStep);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
    }
    const verdict = blank(checker);
    const finding =
      fault === null ? "good" : findingOf(fault, chain === null ? "charter" : "format");
    judge(verdict, finding, fault, chain === null ? null : chain.charter);
    if (fault !== null) verdict.position = chain === null ? 0 : frames.at;
    if (chain !== null) {
      verdict.step = fault === null ? null : chain.next;
      verdict.digests = chain.steps.map((step) => [step.number, hex(step.digest)]);
      verdict.steps = chain.steps.length;
      verdict.entries = chain.steps.reduce((sum, step) => sum + step.entries, 0);
      verdict.accepts = chain.steps.reduce((sum, step) => sum + step.accepts, 0);
      verdict.torn = frames.tail === "torn";
    }
    return verdict;
  }

  async function checkEvidence(data, checker) {
    let charter = null;
    let found = null;
    try {
      const frames = open(data, EVIDENCE);
      charter = await firstCharter(frames, checker);
      const record = frames.next();
      if (record === null || frames.next() !== null || frames.tail !== null) {
        throw log.falseEvidence("a file of evidence holds a charter and one conviction");
      }
      const pair = log.readConviction(record);
      for (const part of pair) {
        await log.check(charter, part, checker).catch((fault) => {
          throw fault instanceof Fault ? log.falseEvidence(fault.message) : fault;
        });
      }
      found = pair[0];
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return judge(blank(checker), findingOf(fault, "evidence"), fault, charter);
    }
    const text = `seat ${found.seat} signed two things that exclude each other`;
    const fork = new Fault("fork", text, { seat: found.seat });
    return Object.assign(judge(blank(checker), "fork", fork, charter), { step: found.place[1] });
  }

  // The verdict on a file. `verify(key, message, signature)` resolves to whether the signature
  // holds; without it signatures are passed over. `onStep` hears of each step that is good.
  async function check(data, { verify = null, onStep = () => {} } = {}) {
    const checker = new Checker(verify);
    return startsWith(data, EVIDENCE + VERSION)
      ? checkEvidence(data, checker)
      : checkLog(data, checker, onStep);
  }

  // A verifier on the browser's own cryptography, or null where it has no Ed25519.
  async function browserVerifier() {
    const subtle = globalThis.crypto?.subtle;
    const keys = new Map();
    const load = (key) => subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    const base = Uint8Array.from([0x58, ...new Array(31).fill(0x66)]);
    try {
      await load(base);
    } catch {
      return null;
    }
    return async (key, message, signature) => {
      const name = hex(key);
      try {
        if (!keys.has(name)) keys.set(name, await load(key));
        return await subtle.verify("Ed25519", keys.get(name), signature, message);
      } catch {
        return false;
      }
    };
  }

  // The same on node's.
  function nodeVerifier() {
    const crypto = require("node:crypto");
    const keys = new Map();
    const load = (key) =>
      crypto.createPublicKey({
        key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(key).toString("base64url") },
        format: "jwk",
      });
    return async (key, message, signature) => {
      const name = hex(key);
      if (!keys.has(name)) keys.set(name, load(key));
      return crypto.verify(null, message, keys.get(name), signature);
    };
  }

  return { ...log, Checker, browserVerifier, check, nodeVerifier };
})();

if (typeof module !== "undefined") {
  module.exports = p2pjeuxReader;
  if (require.main === module) {
    let data;
    try {
      data = new Uint8Array(require("node:fs").readFileSync(process.argv[2] ?? ""));
    } catch (error) {
      console.error(`reader.js FILE: ${error.message}`);
      process.exit(2);
    }
    p2pjeuxReader.check(data, { verify: p2pjeuxReader.nodeVerifier() }).then((verdict) => {
      for (const [number, digest] of verdict.digests) console.log(`${number} ${digest}`);
      const { digests, ...rest } = verdict;
      console.log(JSON.stringify(rest));
      process.exitCode = verdict.exit;
    });
  }
}

// Who is at a table, and the chain of its steps (protocol/3-log.md, Step to Taking back).
"use strict";

var p2pjeuxChain = (() => {
  const grounds = typeof p2pjeuxGrounds === "undefined" ? require("./grounds.js") : p2pjeuxGrounds;
  const { check, checkCertificate, closingDigest, decode, Fault, isSamePlace, LIMITS } = grounds;
  const { nameOfHex, readAlone, readBytes, readFields, readItems, statementFault, Voters } = grounds;

  const chainFault = (text, seat = null) => new Fault("bad-chain", text, { seat });
  const consentFault = (text) => new Fault("bad-consent", text);

  class Chain {
    constructor(charter) {
      this.charter = charter;
      this.digest = charter.start;
      this.steps = [];
      // Where each absent seat was left out: its return is signed for this very absence.
      this.left = new Map();
    }

    get next() {
      return this.steps.length;
    }

    // Who has a say in the open step: it follows from the log alone.
    get present() {
      return new Set([...this.charter.seats.keys()].filter((seat) => !this.left.has(seat)));
    }

    // Take a step: its layout, its entries, then what shows that it is closed.
    async append(step, checker) {
      await this.checkLayout(step, checker);
      const back = new Set();
      for (const entry of step.entries) {
        await this.checkEntry(entry, checker);
        (await this.unwrap(entry, checker)).forEach((seat) => back.add(seat));
      }
      const voters = new Voters(this.charter, this.present);
      if (!voters.isClosing(step.closing)) {
        throw statementFault("nobody can close this step without these seats");
      }
      if (step.certificate === null) {
        // So ends a log that is there to show a wrong entry: what is wrong, the rules may tell.
        const text = `nothing shows that step ${step.number} was closed`;
        throw new Fault("bad-chain", text, { reason: "unclosed" });
      }
      await checkCertificate(voters, step, checker);
      this.attach(step);
      back.forEach((seat) => this.left.delete(seat));
      step.closing.absent.forEach((seat) => this.left.set(seat, step.place));
    }

    async checkLayout(step, checker) {
      const { number, entries, closing } = step;
      if (number !== this.next) {
        throw chainFault(`step ${number} stands where step ${this.next} is due`);
      }
      if (!entries.length && !closing.absent.length) throw chainFault(`step ${number} is empty`);
      for (let at = 1; at < entries.length; at++) {
        await this.checkOrder(entries[at - 1], entries[at], checker);
      }
      if (entries.some(({ seat }) => closing.absent.includes(seat))) {
        throw chainFault("a seat is left out of a step that has its entry");
      }
      if (closing.absent.some((seat) => seat >= this.charter.seats.length)) {
        throw chainFault("a seat is left out that there is not");
      }
    }

    async checkOrder(before, after, checker) {
      const { seat } = after;
      if (before.seat < seat) return;
      if (before.seat > seat) throw chainFault(`the entry of seat ${seat} is out of order`, seat);
      if (nameOfHex(before) === nameOfHex(after)) {
        throw chainFault(`the entry of seat ${seat} is given twice`, seat);
      }
      await check(this.charter, before, checker);
      await check(this.charter, after, checker);
      const text = `seat ${seat} signed two different entries of step ${after.place[1]}`;
      throw new Fault("fork", text, { seat });
    }

    async checkEntry(entry, checker) {
      const { seat } = entry;
      await check(this.charter, entry, checker);
      if (this.left.has(seat)) {
        throw new Fault("not-asked", `seat ${seat} is not asked now`, { seat });
      }
    }

    // The seats that come back by the notes of an entry.
    async unwrap(entry, checker) {
      try {
        const [body, given] = readFields(decode(entry.body, LIMITS.body), 2);
        const isTakeBack = !readBytes(body, LIMITS.body).length;
        const purpose = isTakeBack ? "consent" : "back";
        const notes = readItems(given, 0, LIMITS.notes).map((note) =>
          readAlone(purpose, readBytes(note, LIMITS.ballot)),
        );
        if (isTakeBack) {
          await this.checkTakeBack(entry.place, notes, checker);
          return [];
        }
        for (const note of notes) await this.checkReturn(note, checker);
        return notes.map((note) => note.seat);
      } catch (fault) {
        if (fault instanceof Fault) fault.seat = entry.seat;
        throw fault;
      }
    }

    async checkReturn(note, checker) {
      await check(this.charter, note, checker);
      const place = this.left.get(note.seat);
      if (place === undefined || !isSamePlace(place, note.place)) {
        throw statementFault("nobody comes back by this", note.seat);
      }
    }

    // An entry without a body: all who are present agree, each once, to go back to one step.
    async checkTakeBack(place, consents, checker) {
      if (`${consents.map(({ seat }) => seat)}` !== `${[...this.present]}`) {
        throw consentFault("not all at the table agreed, each once");
      }
      for (const one of consents) {
        if (!isSamePlace(one.place, place) || one.kind !== "take back") {
          throw consentFault("what was agreed to is not to go back from here");
        }
        if (one.number !== consents[0].number) {
          throw consentFault("not all agreed to go back to the same step");
        }
        await check(this.charter, one, checker);
      }
    }

    attach(step) {
      this.digest = closingDigest(step.place, step.closing);
      this.steps.push({
        number: step.number,
        digest: this.digest,
        entries: step.entries.length,
        accepts: step.certificate.votes.length,
      });
    }
  }

  return { ...grounds, Chain };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxChain;

// Who is at a table, and the chain of its steps (protocol/3-log.md, Step to Taking back).
"use strict";

var p2pjeuxChain = (() => {
  const log = typeof p2pjeuxLog === "undefined" ? require("./log.js") : p2pjeuxLog;
  const {
    bad,
    chainFault,
    checkAuthor,
    checkEntry,
    checkEntryOrder,
    checkStatement,
    checkStatementOrder,
    compare,
    consentFault,
    consentMessage,
    decode,
    digest,
    Fault,
    isSame,
    isWithin,
    LIMITS,
    readAlone,
    readBytes,
    readConsent,
    readFields,
    readItems,
    RECORDED,
    sha256,
    statementAlone,
    subjectsIn,
    writeEntry,
    writeStatement,
  } = log;

  // Who is at the table. When a return takes effect is for the rules to say, so a seat that may be
  // back counts as either, whichever makes the absences of a step right; and whoever comes back
  // with it or after it need not wait for its signature.
  class Roll {
    constructor(charter) {
      this.charter = charter;
      this.absent = new Set();
      this.absentBefore = new Set();
      this.returning = new Set();
      // Where each absent seat was declared so: a return is signed for this very absence.
      this.left = new Map();
      // For each seat that came back, those who have not signed anything since.
      this.newcomers = new Map();
    }

    leave(statements) {
      this.absentBefore = new Set(this.absent);
      const stated = statements.filter((one) => RECORDED.includes(one.kind));
      if (!stated.length) return;
      // Whoever states an absence, or is named in one, is taken to be back by now.
      const heard = stated.flatMap((one) => [one.author, ...one.subjects]);
      const back = [...this.returning].filter((seat) => heard.includes(seat));
      const absent = new Set([...this.absent].filter((seat) => !back.includes(seat)));
      const fault = this.absenceFault(stated, absent);
      if (fault !== null) throw fault;
      back.forEach((seat) => this.returning.delete(seat));
      this.absent = absent;
      stated[0].subjects.forEach((seat) => this.lose(seat, stated[0].place));
    }

    absenceFault(statements, absent) {
      const fault = (text, seat) => new Fault("bad-statement", text, { seat });
      const present = this.charter.seats.map((_, seat) => seat).filter((seat) => !absent.has(seat));
      const stated = [...statements].sort((one, other) => one.author - other.author);
      const { kind, subjects: gone } = stated[0];
      const left = present.filter((seat) => !gone.includes(seat));
      for (const one of stated) {
        const isAlike = one.kind === kind && isSame(one.subjects, gone);
        if (!left.includes(one.author) || !isAlike) {
          const text = `what seat ${one.author} states about absences does not belong here`;
          return fault(text, one.author);
        }
      }
      if (!isWithin(gone, present)) {
        return fault("a seat is declared absent that is absent already", stated[0].author);
      }
      for (const seat of left) {
        if (!stated.some((one) => one.author === seat)) {
          return fault(`seat ${seat} did not state who is absent`, seat);
        }
      }
      return this.canGo(present, left)
        ? null
        : fault("too few are left to go on without the absent seats", null);
    }

    canGo(present, left) {
      const { threshold } = this.charter;
      const counted = left.filter((seat) => !this.newcomers.has(seat));
      const excess = 2 * counted.length - present.length;
      const isMost = excess > 0 || (excess === 0 && left[0] === present[0]);
      return threshold > 0 && left.length >= threshold && isMost;
    }

    lose(seat, place) {
      this.absent.add(seat);
      this.left.set(seat, place);
      this.newcomers.delete(seat);
    }

    // A step is closed: who signed in it, or is gone, confirms those who came back before.
    close(signers, gone) {
      for (const [seat, others] of this.newcomers) {
        [...signers, ...gone].forEach((other) => others.delete(other));
        if (!others.size) this.newcomers.delete(seat);
      }
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
      const present = this.charter.seats.map((_, other) => other);
      this.left.delete(seat);
      this.returning.add(seat);
      this.newcomers.set(seat, new Set(present.filter((other) => !this.absent.has(other))));
    }

    // Whether these seats are all who were present as the step began, in order.
    checkAll(seats) {
      for (const back of subsets([...this.returning])) {
        const present = this.charter.seats
          .map((_, seat) => seat)
          .filter((seat) => !this.absentBefore.has(seat) || back.includes(seat));
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
      const signers = [...step.entries, ...step.statements].map((one) => one.author);
      this.roll.close(signers, subjectsIn(step));
      new Set(back).forEach((seat) => this.roll.comeBack(seat));
      this.attach(step);
    }

    // The seats that come back by the notes of an entry.
    async unwrap(entry, checker) {
      try {
        const [body, notes] = readFields(decode(entry.body, LIMITS.body), 2);
        if (!readBytes(body, LIMITS.body).length) {
          await this.checkTakeBack(entry.place, readItems(notes, 0, LIMITS.notes), checker);
          return [];
        }
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

  return { ...log, Chain };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxChain;

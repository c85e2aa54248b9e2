// Who has a say in a step, and whether a certificate shows that it is closed
// (protocol/10-agreement.md, The rule).
"use strict";

var p2pjeuxGrounds = (() => {
  const records =
    typeof p2pjeuxRecords === "undefined" ? require("./records.js") : p2pjeuxRecords;
  const { acceptsOf, askedBy, bad, check, closingDigest, compare, exclude, Fault, hex } = records;
  const { holdersOf, nameOfHex, peopleOf, seatsWith } = records;

  const statementFault = (text, seat = null) => new Fault("bad-statement", text, { seat });

  // Those who are present as a step begins: a peer is named by its lowest seat in the charter, and
  // weighs as much as it has present seats of people.
  class Voters {
    constructor(charter, present) {
      this.charter = charter;
      this.present = present;
      this.people = new Set(peopleOf(charter.seats).filter((seat) => present.has(seat)));
      this.seats = new Map();
      for (const seat of [...present].sort((one, other) => one - other)) {
        const held = seatsWith(charter, seat);
        this.seats.set(held[0], held.filter((one) => present.has(one)));
      }
      this.peers = [...this.seats.keys()].sort((one, other) => one - other);
    }

    weight(peers) {
      const held = [...new Set(peers)].flatMap((peer) => this.seats.get(peer) ?? []);
      return held.filter((seat) => this.people.has(seat)).length;
    }

    isQuorum(peers) {
      return 2 * this.weight(peers) > this.people.size;
    }

    isLeastQuorum(peers) {
      return (
        this.isQuorum(peers) &&
        !peers.some((one) => this.isQuorum(peers.filter((other) => other !== one)))
      );
    }

    scribe(step, round) {
      return this.peers[(step + round) % this.peers.length];
    }

    // Whether those left could act for all who are absent: else such a closing is none.
    mayLose(absent) {
      if (!absent.length) return true;
      const { seats, threshold } = this.charter;
      const here = (seat) => this.present.has(seat) && !absent.includes(seat);
      const away = [...seats.keys()].filter((seat) => !here(seat));
      return (
        threshold > 0 &&
        away.every((owner) => holdersOf(seats, owner).filter(here).length >= threshold)
      );
    }

    isClosing(closing) {
      return askedBy(closing).every((seat) => this.present.has(seat)) && this.mayLose(closing.absent);
    }
  }

  // Whether records hold, given all that stand in one certificate; signatures were checked.
  class Grounds {
    constructor(voters, place, asked, known) {
      this.voters = voters;
      this.place = place;
      this.asked = asked;
      this.known = new Map(known.map((one) => [nameOfHex(one), one]));
      this.sound = new Set();
    }

    find(names) {
      return names.map((name) => this.known.get(hex(name))).filter((one) => one !== undefined);
    }

    digestOf(closing) {
      return closingDigest(this.place, closing);
    }

    isGrounded(accept) {
      if (accept.proposal === null) return true;
      const proposal = this.known.get(hex(accept.proposal));
      return (
        proposal !== undefined &&
        proposal.purpose === "propose" &&
        proposal.round === accept.round &&
        compare(this.digestOf(proposal.closing), accept.closing) === 0 &&
        this.follows(proposal)
      );
    }

    // From the lowest round up: a long way down is no deep recursion.
    climb() {
      const proposals = [...this.known.values()].filter(({ purpose }) => purpose === "propose");
      proposals.sort((one, other) => one.round - other.round);
      proposals.forEach((one) => this.follows(one));
    }

    // Whether this is what the scribe of its round may propose from the moves it names.
    follows(proposal) {
      const name = nameOfHex(proposal);
      if (this.sound.has(name)) return true;
      const moves = this.movesOf(proposal);
      if (moves === null || !this.followsFrom(proposal, moves)) return false;
      this.sound.add(name);
      return true;
    }

    // The moves of a proposal, if they are the ones of exactly a quorum.
    movesOf({ seat, round, moves }) {
      if (seat !== this.voters.scribe(this.place[1], round)) return null;
      const found = this.find(moves).filter((one) => one.purpose === "move" && one.round === round);
      const movers = found.map((move) => move.seat);
      const isOrdered = movers.every((one, at) => at === 0 || movers[at - 1] < one);
      if (found.length < moves.length || !isOrdered) return null;
      return this.voters.isLeastQuorum(movers) ? found : null;
    }

    followsFrom(proposal, moves) {
      const claims = this.claims(moves);
      const { closing } = proposal;
      const asked = askedBy(closing).sort((one, other) => one - other);
      if (claims === null || `${asked}` !== `${this.asked}`) return false;
      if (!this.voters.isClosing(closing)) return false;
      // Whoever is convicted by these very records could have reported anything.
      const guilty = this.guilty(proposal);
      if (moves.some((move) => guilty.has(move.seat))) return false;
      if (!claims.length) {
        return closing.absent.every((seat) => moves.every((move) => move.without.includes(seat)));
      }
      const top = Math.max(...claims.map((accept) => accept.round));
      // In round 0 everybody's entry is in.
      const isFull = top > 0 || !closing.absent.length;
      return isFull && hex(this.digestOf(closing)) === this.chosen(claims, top);
    }

    // The accepts that these moves report; null if one is not shown, or untrue.
    claims(moves) {
      const told = [];
      for (const { seat, highest } of moves) {
        if (highest === null) continue;
        const [accept] = this.find([highest.name]);
        const isTrue =
          accept?.purpose === "accept" && accept.seat === seat && accept.round === highest.round;
        if (!isTrue) return null;
        told.push(accept);
      }
      const top = Math.max(0, ...told.map((accept) => accept.round));
      const isHeld = told.every((accept) => accept.round < top || this.isGrounded(accept));
      return isHeld ? told : null;
    }

    // Of several in the highest round: the one that more weight reports, then the lesser digest.
    chosen(claims, top) {
      const weights = new Map();
      for (const { seat, round, closing } of claims) {
        if (round !== top) continue;
        const name = hex(closing);
        weights.set(name, (weights.get(name) ?? 0) + this.voters.weight([seat]));
      }
      const least = Math.max(...weights.values());
      return [...weights.keys()].filter((name) => weights.get(name) === least).sort()[0];
    }

    // The seats that are convicted by what a proposal rests upon.
    guilty(proposal) {
      const rests = this.under(proposal);
      const caught = (one) => rests.some((other) => other !== one && exclude(one, other));
      return new Set(rests.filter(caught).map((one) => one.seat));
    }

    // All that a record rests upon. Of accepts that moves report only the highest need grounds.
    under(record) {
      const found = new Map();
      const waiting = [record];
      const opened = new Set();
      while (waiting.length) {
        const one = waiting.pop();
        if (opened.has(one)) continue;
        opened.add(one);
        const [below, goingOn] = this.below(one);
        below.forEach((other) => found.set(nameOfHex(other), other));
        waiting.push(...goingOn);
      }
      return [...found.values()];
    }

    below(record) {
      if (record.purpose === "accept") {
        const named = record.proposal === null ? [] : this.find([record.proposal]);
        return [named, named];
      }
      if (record.purpose === "move") {
        const named = record.highest === null ? [] : this.find([record.highest.name]);
        return [named, named];
      }
      const moves = this.find(record.moves).filter((one) => one.purpose === "move");
      const told = moves.map((move) => move.highest).filter((highest) => highest !== null);
      const top = Math.max(0, ...told.map(({ round }) => round));
      const named = [...moves, ...this.find(told.map(({ name }) => name))];
      return [named, this.find(told.filter(({ round }) => round === top).map(({ name }) => name))];
    }
  }

  // Throw unless a quorum accepted this closing in one round, upon something that holds.
  async function checkCertificate(voters, step, checker) {
    const { place, closing, certificate } = step;
    const accepts = acceptsOf(place, closingDigest(place, closing), certificate);
    for (const { seat } of accepts) {
      if (seat >= voters.charter.seats.length) bad(`there is no seat ${seat} at this table`);
      if (!voters.peers.includes(seat)) {
        throw statementFault(`seat ${seat} has no say in this step`, seat);
      }
    }
    if (!voters.isQuorum(accepts.map(({ seat }) => seat))) {
      throw statementFault("too few have accepted this closing");
    }
    if (certificate.round === 0 && closing.absent.length) {
      throw statementFault("in round 0 nobody is left out");
    }
    for (const one of [...accepts, ...certificate.records]) {
      await check(voters.charter, one, checker);
    }
    const asked = askedBy(closing).sort((one, other) => one - other);
    const grounds = new Grounds(voters, place, asked, certificate.records);
    grounds.climb();
    if (!grounds.isGrounded(accepts[0])) {
      throw statementFault("the accepts of a certificate rest upon nothing that holds");
    }
  }

  return { ...records, checkCertificate, statementFault, Voters };
})();

if (typeof module !== "undefined") module.exports = p2pjeuxGrounds;

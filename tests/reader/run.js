// Answer questions put to the second reader: a JSON list on standard input, one answer for each.
// A question is ["decode", hex, most], ["looks", text], ["name", text, most],
// ["signature", [key, message, signature], "web" for WebCrypto] in hex, or ["check", base64].
"use strict";

const reader = require("../../p2pjeux/export/reader.js");

function decoded(data, most) {
  try {
    const value = reader.decode(data, most);
    return { again: reader.hex(reader.encode(value)), value: shown(value) };
  } catch (fault) {
    if (!(fault instanceof reader.Fault)) throw fault;
    return { fault: fault.fault, reason: fault.reason };
  }
}

// A value as vectors write it: bytes and large integers would be lost in plain JSON.
function shown(value) {
  if (value instanceof Uint8Array) return { bytes: reader.hex(value) };
  if (value instanceof Map) return { map: [...value].map(([key, item]) => [key, shown(item)]) };
  if (Array.isArray(value)) return value.map(shown);
  return typeof value === "number" || typeof value === "bigint" ? { integer: `${value}` } : value;
}

function isName(text, most) {
  try {
    return reader.readName(text, most) === text;
  } catch (fault) {
    if (!(fault instanceof reader.Fault)) throw fault;
    return false;
  }
}

async function isSignature(parts, library) {
  const [key, message, signature] = parts.map(reader.unhex);
  try {
    reader.readKey(key);
  } catch (fault) {
    if (!(fault instanceof reader.Fault)) throw fault;
    return false;
  }
  const web = library === "web";
  const verify = web ? await reader.browserVerifier() : reader.nodeVerifier();
  return reader.checkSignature(key, message, signature, verify);
}

async function answer([kind, text, argument]) {
  if (kind === "decode") return decoded(reader.unhex(text), argument);
  if (kind === "looks") return reader.looks(text);
  if (kind === "signature") return isSignature(text, argument);
  if (kind === "name") return isName(text, argument);
  const data = new Uint8Array(Buffer.from(text, "base64"));
  return reader.check(data, { verify: reader.nodeVerifier() });
}

async function main() {
  let text = "";
  for await (const part of process.stdin) text += part;
  const answers = [];
  for (const question of JSON.parse(text)) answers.push(await answer(question));
  process.stdout.write(JSON.stringify(answers));
}

main();

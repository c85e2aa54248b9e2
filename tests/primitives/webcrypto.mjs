// What node's WebCrypto agrees on: a JSON list of ["exchange", private, public] in hex, and as
// many secrets.
const { subtle } = globalThis.crypto;
// PKCS#8 around 32 private bytes (RFC 8410): WebCrypto reads no bare private key.
const HEAD = Buffer.from("302e020100300506032b656e04220420", "hex");

async function exchanged(secret, open) {
  const form = { name: "X25519" };
  const packed = Buffer.concat([HEAD, Buffer.from(secret, "hex")]);
  const own = await subtle.importKey("pkcs8", packed, form, false, ["deriveBits"]);
  const theirs = await subtle.importKey("raw", Buffer.from(open, "hex"), form, false, []);
  const bits = await subtle.deriveBits({ ...form, public: theirs }, own, 256);
  return Buffer.from(bits).toString("hex");
}

let text = "";
for await (const part of process.stdin) text += part;
const answers = [];
for (const [, secret, open] of JSON.parse(text)) answers.push(await exchanged(secret, open));
process.stdout.write(JSON.stringify(answers));

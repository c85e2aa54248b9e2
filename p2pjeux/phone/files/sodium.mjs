// libsodium.js as p2pjeux/primitives/page.py wants it: one function for each question.
// `sodium` is the wrapped library, `py` Pyodide. Points go through one buffer in Python's memory:
// operands at 0 and 32, the result at 64. Its address is `at`; the memory itself may be another
// one whenever it has grown, so it is looked up each time.

const OPERANDS = 64;
const POINT = 32;

export function sodiumFor(sodium, py) {
  const raw = sodium.libsodium;
  const own = raw._malloc(OPERANDS + POINT);
  let at = 0;

  function take(size) {
    raw.HEAPU8.set(py._module.HEAPU8.subarray(at, at + size), own);
  }

  function give() {
    const result = raw.HEAPU8.subarray(own + OPERANDS, own + OPERANDS + POINT);
    py._module.HEAPU8.set(result, at + OPERANDS);
  }

  // What fails raises in libsodium.js, and is nothing for us.
  function tried(question) {
    try {
      return question();
    } catch {
      return undefined;
    }
  }

  return {
    use: (address) => { at = address; },
    public_of: (seed) => sodium.crypto_sign_seed_keypair(seed).publicKey,
    sign: (seed, message) =>
      sodium.crypto_sign_detached(message, sodium.crypto_sign_seed_keypair(seed).privateKey),
    verify: (key, message, signature) =>
      tried(() => sodium.crypto_sign_verify_detached(signature, message, key)) ?? false,
    exchange_public: (secret) => sodium.crypto_scalarmult_base(secret),
    exchange: (secret, key) => tried(() => sodium.crypto_scalarmult(secret, key)),
    seal: (key, nonce, plain, associated) =>
      sodium.crypto_aead_chacha20poly1305_ietf_encrypt(plain, associated, null, nonce, key),
    unseal: (key, nonce, sealed, associated) =>
      tried(() =>
        sodium.crypto_aead_chacha20poly1305_ietf_decrypt(null, sealed, associated, nonce, key)),
    stretch: (data, salt, cost, size) =>
      sodium.crypto_pwhash_scryptsalsa208sha256_ll(data, salt, cost, 8, 1, size),
    is_member: () => {
      take(POINT);
      return raw._crypto_core_ed25519_is_valid_point(own) === 1;
    },
    multiply: () => {
      take(OPERANDS);
      const is_done =
        raw._crypto_scalarmult_ed25519_noclamp(own + OPERANDS, own, own + POINT) === 0;
      give();
      return is_done;
    },
    multiply_base: () => {
      take(POINT);
      raw._crypto_scalarmult_ed25519_base_noclamp(own + OPERANDS, own);
      give();
    },
    add: () => {
      take(OPERANDS);
      raw._crypto_core_ed25519_add(own + OPERANDS, own, own + POINT);
      give();
    },
    subtract: () => {
      take(OPERANDS);
      raw._crypto_core_ed25519_sub(own + OPERANDS, own, own + POINT);
      give();
    },
  };
}

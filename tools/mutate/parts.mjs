// What `npm run mutate` changes, by part, and the tests that have to notice. A part has only tests that run in seconds, since each
// change runs those that reach it. Files whose work is calls to a cloud or to a chain are left out: their tests wait for time-outs.

/**
 * @typedef {object} Part
 * @property {string[]} mutate files of the product
 * @property {string[]} tests files of tests, as patterns
 */

/** @type {Record<string, Part>} */
export const parts = {
  custody: {
    mutate: [
      'api/src/custody/{envelope,key-service,rotation,settings}.ts',
      'api/src/custody/kek/{cached-unwrap,keyring,keyring-file,keyring-format,kek-provider}.ts',
      'api/src/custody/signer/{exports-cap,frames,serialized-errors,serve}.ts',
      'api/src/custody/wallets/{derive,hd-keys,wallet-secrets,wallet-signer}.ts',
    ],
    tests: [
      'api/src/custody/*.test.ts',
      'api/src/custody/kek/{cached-unwrap,keyring,keyring-lock,keyring-rotation,open-kek}{,.security}.test.ts',
      'api/src/custody/signer/{exports-cap,frames,serve}.security.test.ts',
      'api/src/custody/wallets/*.test.ts',
    ],
  },
}

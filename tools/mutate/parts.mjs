// What `npm run mutate` changes, by part, and the tests that have to notice. A part has only tests that run in seconds, since each
// change runs those that reach it. Files whose work is calls to a cloud or to a chain are left out: their tests wait for time-outs.

/**
 * @typedef {object} Part
 * @property {string[]} mutate files of the product
 * @property {string[]} tests files of tests, as patterns
 */

/** @type {Record<string, Part>} */
export const parts = {
  policies: {
    mutate: ['api/src/features/policy-engine/enforce-policy.ts'],
    tests: ['api/src/features/policy-engine/*.test.ts'],
  },
  proofs: {
    mutate: [
      'api/src/lib/telegram/verify.ts',
      'api/src/lib/tokens.ts',
      'api/src/lib/wallet-login/{ethereum,message,solana}.ts',
      'api/src/features/login/page-origin.ts',
    ],
    tests: [
      'api/src/lib/telegram/verify.security.test.ts',
      'api/src/lib/tokens.security.test.ts',
      'api/src/lib/wallet-login/*.test.ts',
      'api/src/features/login/page-origin.security.test.ts',
    ],
  },
  limits: {
    mutate: [
      'api/src/lib/{attempt-counters,fair-queue}.ts',
      'api/src/features/login/attempts.ts',
      'api/src/input-size.ts',
    ],
    tests: [
      'api/src/lib/{attempt-counters,fair-queue}.security.test.ts',
      'api/src/features/login/attempts.security.test.ts',
      'api/src/input-size.security.test.ts',
    ],
  },
  guards: {
    mutate: ['api/src/admin-rights.ts', 'api/src/lib/{caller,guarded-fetch,public-address,safe-fetch}.ts'],
    tests: [
      'api/src/admin-rights.security.test.ts',
      'api/src/lib/{caller,guarded-fetch,public-address,safe-fetch}.security.test.ts',
    ],
  },
  custody: {
    mutate: [
      'api/src/custody/{envelope,key-service,rotation}.ts',
      'api/src/custody/kek/{cached-unwrap,keyring,keyring-format}.ts',
      'api/src/custody/signer/{exports-cap,frames}.ts',
      'api/src/custody/wallets/{derive,hd-keys,wallet-secrets}.ts',
    ],
    tests: [
      'api/src/custody/{custody.security,envelope.security,key-service,rotation,stored-forms.security}.test.ts',
      'api/src/custody/kek/{cached-unwrap,cached-unwrap.security,keyring,keyring.security,keyring-rotation}.test.ts',
      'api/src/custody/signer/{exports-cap,frames}.security.test.ts',
      'api/src/custody/wallets/*.test.ts',
    ],
  },
}

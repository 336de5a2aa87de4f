/** One VARA in planck: the token has 12 decimals. */
export const VARA = 1_000_000_000_000n

export const SS58_FORMAT = 137

/** What an account must hold, or it is removed with what it has. */
export const EXISTENTIAL_DEPOSIT = VARA

/** How far back a mortal extrinsic's block may lie. */
export const BLOCK_HASH_COUNT = 2_400

/** Planck for a unit of gas, and the most gas that one block, hence one message, may ask for. */
export const VALUE_PER_GAS = 100n
export const BLOCK_GAS_LIMIT = 750_000_000_000n

/** Half of the time between two blocks in milliseconds, as clients work out how long an extrinsic stays valid. */
export const MINIMUM_PERIOD_MS = 1_500

export const runtimeVersion = {
  specName: 'vara',
  implName: 'vara',
  authoringVersion: 1,
  specVersion: 1_900,
  implVersion: 1,
  transactionVersion: 1,
  stateVersion: 1,
}

/** Of the runtime's programming interface, with the versions whose methods `state_call` answers. */
export const runtimeApis: Record<string, number> = {
  Core: 4,
  Metadata: 2,
  AccountNonceApi: 1,
  TransactionPaymentApi: 4,
}

import type * as Metadata from './solana-metadata.ts'
import type * as Mints from './solana-mint.ts'

// spl-token and web3.js take half a second to load, which whoever needs no tokens does not wait for.
const load = (): Promise<typeof Mints> => import('./solana-mint.ts')

/** Makes a mint on a local chain, and gives its tokens to wallets. */
export const createMint: typeof Mints.createMint = async (...args) => (await load()).createMint(...args)

/** Sends what its first signer pays for and waits until it is confirmed; throws with the error where it fails. */
export const sendInstructions: typeof Mints.sendInstructions = async (...args) =>
  (await load()).sendInstructions(...args)

/** Makes tokens, in smallest units, for a wallet, and the account for them where it has none. */
export const giveTokens: typeof Mints.giveTokens = async (...args) => (await load()).giveTokens(...args)

/** Writes a mint's Metaplex account as the program would, which no local chain has. Needs surfpool. */
export const writeMetaplex: typeof Metadata.writeMetaplex = async (...args) =>
  (await import('./solana-metadata.ts')).writeMetaplex(...args)

// The forms of addresses. Whether the bytes and the checksum are right is the server's to judge.

/** For a pattern: https://datatracker.ietf.org/doc/html/draft-msporny-base58-03 */
export const BASE58 = '[1-9A-HJ-NP-Za-km-z]'

/** Base58 of 32 bytes: a wallet, program or mint. */
export const solanaForm = new RegExp(`^${BASE58}{32,44}$`)

/** 20 bytes, with or without the checksum of EIP-55. */
export const evmForm = /^0x[0-9a-fA-F]{40}$/

/** SS58 of 32 bytes with one or two bytes of prefix. https://docs.polkadot.com/polkadot-protocol/basics/accounts */
export const ss58Form = new RegExp(`^${BASE58}{46,50}$`)

/** 32 bytes in hex: an account or a program. */
export const accountIdForm = /^0x[0-9a-fA-F]{64}$/

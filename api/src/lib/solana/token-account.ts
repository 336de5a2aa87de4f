import { type Account } from './accounts.ts'
import { addressOf, isTokenProgram } from './addresses.ts'

const ACCOUNT_BYTES = 165
const FROZEN = 2
/** Token-2022 distinguishes accounts and mints with extensions by this byte: 1 mint, 2 account. */
const ACCOUNT_TYPE = 2

/** The number of bytes that parseTokenAccount reads. */
export const TOKEN_ACCOUNT_HEAD = ACCOUNT_BYTES + 1

export interface TokenAccount {
  mint: string
  /** The authority over its tokens. */
  owner: string
  /** Smallest units. */
  amount: bigint
  frozen: boolean
  /** The party that may move up to `delegatedAmount` of its tokens. */
  delegate: string | undefined
  delegatedAmount: bigint
  /** The party that may close it instead of its owner. */
  closeAuthority: string | undefined
}

/** An optional key after a u32 flag: COption of the same crate. */
const optionalKey = (data: Buffer, at: number): string | undefined =>
  data.readUInt32LE(at) === 0 ? undefined : addressOf(data.subarray(at + 4, at + 36))

/**
 * Parses a token account of either program; undefined for mints and anything else.
 * https://docs.rs/spl-token-interface (state::Account), https://docs.rs/spl-token-2022-interface (extension)
 */
export const parseTokenAccount = (account: Account | null | undefined): TokenAccount | undefined => {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { data } = account
  const isAccount =
    data.length === ACCOUNT_BYTES || (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] === ACCOUNT_TYPE)
  const state = data[108]
  if (!isAccount || !state) return undefined
  return {
    mint: addressOf(data.subarray(0, 32)),
    owner: addressOf(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
    frozen: state === FROZEN,
    delegate: optionalKey(data, 72),
    delegatedAmount: data.readBigUInt64LE(121),
    closeAuthority: optionalKey(data, 129),
  }
}

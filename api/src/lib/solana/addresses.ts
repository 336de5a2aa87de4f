import { base58 } from '@scure/base'
import { encodeBase58 } from './base58.ts'
import { SolanaError } from './errors.ts'

const KEY_BYTES = 32
// 32 bytes are 32 to 44 characters; base58 takes quadratic time, so longer text is rejected first.
const MAX_ADDRESS_LENGTH = 44

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
export const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
] as const

export const isTokenProgram = (program: string): boolean => program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM

/** The 32 bytes of a base58 address. Throws invalid_address; its message starts with `whose`. */
export const keyOf = (address: string, whose = 'The address'): Uint8Array => {
  if (address.length <= MAX_ADDRESS_LENGTH) {
    try {
      const key = base58.decode(address)
      if (key.length === KEY_BYTES) return key
    } catch {
      // Not base58: told of below.
    }
  }
  throw new SolanaError('invalid_address', `${whose} is not a Solana address, which is base58 of 32 bytes.`)
}

/** The base58 address of 32 bytes. */
export const addressOf = (key: Uint8Array): string => encodeBase58(key)

import * as z from 'zod'
import { isTokenProgram, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './addresses.ts'

export interface Failure {
  code:
    | 'insufficient_funds'
    | 'account_not_found'
    | 'blockhash_not_found'
    | 'already_processed'
    | 'too_many_units'
    | 'program_error'
    | 'failed'
  message: string
}

/** https://github.com/solana-program/token-2022/blob/main/interface/src/error.rs; the Token program has the first 20. */
const TOKEN_ERRORS: Record<number, string> = {
  0: 'the account would hold less than its rent',
  1: 'insufficient funds',
  2: 'invalid mint',
  3: 'the account is of another mint',
  4: 'the account has another owner',
  5: 'the supply is fixed',
  6: 'already in use',
  9: 'the account is not initialized',
  10: 'not for wrapped SOL',
  11: 'the account still holds tokens',
  12: 'invalid instruction',
  13: 'the account is in a state that does not allow it',
  14: 'overflow',
  15: 'the account has no such authority',
  16: 'this mint cannot freeze accounts',
  17: 'the account is frozen',
  18: 'the mint has other decimals',
  19: 'only for wrapped SOL',
  31: 'this token needs a checked transfer',
  32: 'the transfer fee has changed',
  34: 'the owner of the account cannot be changed',
  36: 'the recipient accepts only transfers with a memo',
  37: 'this token is not transferable',
  42: 'the wallet’s CPI guard blocks a program’s transfer',
  67: 'transfers of this token are paused',
}

/** https://docs.rs/solana-system-interface (SystemError) */
const SYSTEM_ERRORS: Record<number, string> = {
  0: 'the account is already in use',
  1: 'insufficient funds',
  2: 'invalid program',
  3: 'invalid length of an account',
  4: 'the seed is too long',
  5: 'the address does not follow from its seed',
  6: 'no recent blockhashes',
  7: 'the nonce has not advanced',
  8: 'unexpected nonce',
}

/** https://docs.rs/solana-transaction-error; errors not listed here are reported by name. */
const TRANSACTION_ERRORS: Record<string, Failure> = {
  AccountNotFound: {
    code: 'account_not_found',
    message: 'The fee payer has no account yet: it must receive SOL first.',
  },
  InsufficientFundsForFee: {
    code: 'insufficient_funds',
    message: 'The fee payer does not have enough SOL for the fee.',
  },
  BlockhashNotFound: {
    code: 'blockhash_not_found',
    message: 'The transaction has expired, or belongs to another chain.',
  },
  AlreadyProcessed: { code: 'already_processed', message: 'This transaction has been processed already.' },
  ProgramAccountNotFound: {
    code: 'account_not_found',
    message: 'The transaction calls a program that does not exist on this chain.',
  },
}

/** `err` of a transaction: null if it succeeded. A missing `err` is malformed. */
export const errSchema = z.unknown().refine((err) => err !== undefined)

const instructionErrorSchema = z.object({
  InstructionError: z.tuple([z.number().int(), z.union([z.string(), z.record(z.string(), z.unknown())])]),
})
const customSchema = z.object({ Custom: z.number().int() })

/** The innermost failed program, to which the error belongs. */
const failedProgram = (logs: readonly string[]): string | undefined =>
  logs.map((line) => /^Program (\w{32,44}) failed: custom program error/.exec(line)?.[1]).find((program) => program)

const ofCustom = (index: number, number: number, program: string | undefined): Failure => {
  const isToken = program !== undefined && isTokenProgram(program)
  const known = isToken ? TOKEN_ERRORS : program === SYSTEM_PROGRAM ? SYSTEM_ERRORS : {}
  const name = isToken ? (program === TOKEN_2022_PROGRAM ? 'Token-2022' : 'Token') : 'System'
  const words = known[number]
  if (words === 'insufficient funds') {
    const what = isToken ? 'tokens' : 'SOL'
    return { code: 'insufficient_funds', message: `Instruction ${index} moves more ${what} than the account holds.` }
  }
  const of = words ? `${name} program: ${words}` : `error ${number} of ${program ?? 'a program'}`
  return { code: 'program_error', message: `Instruction ${index} failed: ${of}.` }
}

const ofInstruction = (index: number, error: unknown, logs: readonly string[]): Failure => {
  const custom = customSchema.safeParse(error)
  if (custom.success) return ofCustom(index, custom.data.Custom, failedProgram(logs))
  const name = nameOf(error)
  if (name === 'ComputationalBudgetExceeded') {
    return { code: 'too_many_units', message: `Instruction ${index} takes more compute units than are allowed.` }
  }
  if (name === 'InsufficientFunds') {
    return { code: 'insufficient_funds', message: `Instruction ${index} moves more than the account holds.` }
  }
  return { code: 'program_error', message: `Instruction ${index} failed: ${name}.` }
}

/** The name of an error variant, reduced to the characters of a name because it comes from a node. */
const nameOf = (error: unknown): string => {
  const name = typeof error === 'string' ? error : (Object.keys(error ?? {})[0] ?? 'unknown error')
  return name.replaceAll(/[^\w ]/g, '').slice(0, 60)
}

/**
 * Explains a transaction error, as in `err` of getSignatureStatuses and simulateTransaction; logs identify the program.
 */
export const explain = (error: unknown, logs: readonly string[] = []): Failure => {
  const inInstruction = instructionErrorSchema.safeParse(error)
  if (inInstruction.success) return ofInstruction(...inInstruction.data.InstructionError, logs)
  const name = nameOf(error)
  if (name === 'InsufficientFundsForRent') {
    const message =
      'An account would be left with less SOL than the rent minimum, which must be met unless the account is emptied.'
    return { code: 'insufficient_funds', message }
  }
  return TRANSACTION_ERRORS[name] ?? { code: 'failed', message: `The transaction failed: ${name}.` }
}

import type { Executed, Refused } from './native.ts'

/** A TransactionError in JSON-RPC's form: `"BlockhashNotFound"`, `{"InstructionError": [0, {"Custom": 1}]}` … */
export type TransactionError = string | Record<string, unknown>

const numberedError = (name: string, number: string | undefined): TransactionError =>
  number === undefined ? name : { [name]: Number(number) }

/** litesvm has names of errors only in its debug text; elsewhere they are numbers. */
const errorIn = (text: string): TransactionError => {
  const [, name = 'SanitizeFailure', rest = ''] = /\berr: (\w+)(.*)/s.exec(text) ?? []
  if (name === 'InstructionError') {
    const [, index, inner = '', number] = /^\((\d+), (\w+)(?:\((\d+)\))?/.exec(rest) ?? []
    return { InstructionError: [Number(index), numberedError(inner, number)] }
  }
  if (name === 'DuplicateInstruction') return numberedError(name, /^\((\d+)\)/.exec(rest)?.[1])
  const account = /^ \{ account_index: (\d+) \}/.exec(rest)?.[1]
  return account === undefined ? name : { [name]: { account_index: Number(account) } }
}

/** The outcome of a run in JSON-RPC's terms. */
export interface Outcome {
  err: TransactionError | null
  logs: string[]
  units: number
  returnData: { programId: Uint8Array; data: Uint8Array } | null
  inner: { index: number; instructions: InnerInstruction[] }[]
}

interface InnerInstruction {
  programIdIndex: number
  accounts: number[]
  data: Uint8Array
  stackHeight: number
}

const innerOf = (meta: Executed): Outcome['inner'] =>
  meta
    .innerInstructions()
    .map((instructions, index) => ({
      index,
      instructions: instructions.map((each) => ({
        programIdIndex: each.instruction().programIdIndex(),
        accounts: [...each.instruction().accounts()],
        data: each.instruction().data(),
        stackHeight: each.stackHeight(),
      })),
    }))
    .filter(({ instructions }) => instructions.length > 0)

/** The outcome of an executed or refused transaction. */
export const outcomeOf = (result: Executed | Refused): Outcome => {
  const failed = 'err' in result
  const meta = failed ? result.meta() : result
  const data = meta.returnData()
  return {
    err: failed ? errorIn(result.toString()) : null,
    logs: meta.logs(),
    units: Number(meta.computeUnitsConsumed()),
    returnData: data.data().length > 0 ? { programId: data.programId(), data: data.data() } : null,
    inner: innerOf(meta),
  }
}

/** A node's messages for frequent errors (https://docs.rs/solana-transaction-error); for others the name is used. */
const sentences: Record<string, string> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InsufficientFundsForRent: 'Transaction results in an account with insufficient funds for rent',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  SignatureFailure: 'Transaction did not pass signature verification',
}

/** An error's message, as a node sends it beside the code. */
export const describe = (err: TransactionError): string => {
  const name = typeof err === 'string' ? err : Object.keys(err)[0]!
  if (typeof err === 'string' || name !== 'InstructionError') return sentences[name] ?? name
  const [index, inner] = err['InstructionError'] as [number, string | { Custom?: number }]
  const custom = typeof inner === 'object' ? inner.Custom : undefined
  const what = custom === undefined ? JSON.stringify(inner) : `custom program error: 0x${custom.toString(16)}`
  return `Error processing Instruction ${index}: ${what}`
}

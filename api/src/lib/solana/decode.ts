import { readAccounts } from './accounts.ts'
import {
  addressOf,
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  isTokenProgram,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
} from './addresses.ts'
import { isAssociatedAccount } from './associated-token.ts'
import {
  type Effect,
  type Flag,
  type Instruction,
  noEffects,
  type InstructionEffects,
  unknownInstruction,
} from './effects.ts'
import { feeOf } from './fees.ts'
import { resolveAccounts } from './lookup-tables.ts'
import { type Message, parseTransaction } from './parse.ts'
import { readAssociatedToken, readSystem } from './read-system.ts'
import { readToken, flattenBatch } from './read-token.ts'
import type { SolanaRpc } from './rpc.ts'
import { parseTokenAccount, TOKEN_ACCOUNT_HEAD } from './token-account.ts'

export interface DecodedTransaction {
  version: 'legacy' | 0
  feePayer: string
  /** Maximum lamports that the fee payer pays for signatures and priority, whether the transaction succeeds or not. */
  fee: bigint
  /** Required signers; the fee payer is the first. */
  signers: string[]
  /** Whether the given wallet is one of them. */
  needsWallet: boolean
  recentBlockhash: string
  /** Without duplicates. */
  programs: string[]
  /** All accounts that it names, including those of lookup tables. */
  accounts: string[]
  /** What its own instructions move. Programs may move more through inner calls, so simulate it too. */
  effects: Effect[]
  flags: Flag[]
}

const readers: Record<string, (instruction: Instruction, wallet: string) => InstructionEffects> = {
  [SYSTEM_PROGRAM]: readSystem,
  [ASSOCIATED_TOKEN_PROGRAM]: readAssociatedToken,
  [COMPUTE_BUDGET_PROGRAM]: () => noEffects,
  [MEMO_PROGRAMS[0]]: () => noEffects,
  [MEMO_PROGRAMS[1]]: () => noEffects,
}

const read = (instruction: Instruction, wallet: string): InstructionEffects => {
  const { program } = instruction
  const reader = isTokenProgram(program) ? readToken : readers[program]
  if (!reader) return { effects: [], flags: ['unknown_program'] }
  try {
    return reader(instruction, wallet)
  } catch (error) {
    // Its data end too early. The program would reject it, but its effect is unknown.
    if (error instanceof RangeError) return unknownInstruction
    throw error
  }
}

const instructionsOf = (message: Message, accounts: string[]): Instruction[] =>
  message.instructions.map((instruction, index) => ({
    index,
    program: accounts[instruction.program]!,
    accounts: instruction.accounts.map((at) => accounts[at]!),
    data: instruction.data,
  }))

/**
 * Fills in mints, the wallets behind associated token accounts and whether these accounts exist, from the chain and
 * from the accounts that the transaction creates.
 */
const withOwners = async (rpc: SolanaRpc, effects: Effect[]): Promise<Effect[]> => {
  const named = effects.flatMap((effect) => {
    if (effect.kind === 'token_transfer') return [effect.from, effect.to]
    return effect.kind === 'token_account_creation' ? [effect.to] : []
  })
  const addresses = [...new Set(named.filter((address) => address !== ''))]
  if (addresses.length === 0) return effects
  const accounts = await readAccounts(rpc, addresses, { bytes: TOKEN_ACCOUNT_HEAD })
  const known = new Map(addresses.map((address, index) => [address, parseTokenAccount(accounts[index])]))
  const made = new Map(
    effects.flatMap((effect) => (effect.kind === 'token_account_creation' ? [[effect.to, effect.owner] as const] : [])),
  )
  return effects.map((effect) => {
    if (effect.kind === 'token_account_creation') return { ...effect, exists: known.get(effect.to) !== undefined }
    if (effect.kind !== 'token_transfer') return effect
    const { to, program } = effect
    const mint = effect.mint ?? known.get(effect.from)?.mint ?? known.get(to)?.mint
    const owner = known.get(to)?.owner ?? made.get(to)
    const isTheirs = mint !== undefined && owner !== undefined && isAssociatedAccount(to, { owner, mint, program })
    return { ...effect, mint, toOwner: isTheirs ? owner : undefined }
  })
}

/**
 * The effects of a serialized legacy or v0 transaction on `wallet`. A Batch of the token programs is decoded
 * into its instructions. Instructions that cannot be decoded are flagged. Throws invalid_transaction,
 * unknown_lookup_table, SolanaRpcError.
 */
export const decodeTransaction = async (
  rpc: SolanaRpc,
  bytes: Uint8Array,
  wallet: string,
): Promise<DecodedTransaction> => {
  const { message } = parseTransaction(bytes)
  const { accounts } = await resolveAccounts(rpc, message)
  const instructions = instructionsOf(message, accounts)
  const readings = instructions
    .flatMap(flattenBatch)
    .map((instruction) => ({ instruction, ...read(instruction, wallet) }))
  const signers = accounts.slice(0, message.requiredSignatures)
  return {
    version: message.version,
    feePayer: accounts[0]!,
    fee: feeOf(message.requiredSignatures, instructions),
    signers,
    needsWallet: signers.includes(wallet),
    recentBlockhash: addressOf(message.recentBlockhash),
    programs: [...new Set(instructions.map(({ program }) => program))],
    accounts,
    effects: await withOwners(
      rpc,
      readings.flatMap(({ effects }) => effects),
    ),
    flags: readings.flatMap(({ instruction, flags }) =>
      flags.map((code) => ({
        code,
        instruction: instruction.index,
        program: instruction.program,
        ours: instruction.accounts.includes(wallet),
      })),
    ),
  }
}

import { isTokenProgram } from './addresses.ts'
import {
  type Effect,
  type FlagCode,
  type Instruction,
  noEffects,
  type InstructionEffects,
  unknownInstruction,
} from './effects.ts'

/** https://docs.rs/spl-token-2022-interface (TokenInstruction); the Token program has the same ones up to 24. */
const TRANSFER = 3
const APPROVE = 4
const SET_AUTHORITY = 6
const BURN = 8
const CLOSE_ACCOUNT = 9
const TRANSFER_CHECKED = 12
const APPROVE_CHECKED = 13
const BURN_CHECKED = 15
const TRANSFER_FEE_EXTENSION = 26
const TRANSFER_CHECKED_WITH_FEE = 1
/** https://github.com/solana-program/token/blob/main/pinocchio/program/src/processor/batch.rs; also in Token-2022. */
const BATCH = 255

/**
 * Instructions that move no tokens: InitializeMint, InitializeAccount, InitializeMultisig, Revoke, SyncNative,
 * InitializeAccount2 and 3, InitializeMultisig2, InitializeMint2, GetAccountDataSize, InitializeImmutableOwner,
 * AmountToUiAmount, UiAmountToAmount.
 */
const HARMLESS = new Set([0, 1, 2, 5, 16, 17, 18, 19, 20, 21, 22, 23, 24])

/** Whether the wallet is the authority or, for a multisig authority, one of its signers. */
const isOurs = (accounts: string[], authorityAt: number, wallet: string): boolean =>
  accounts.slice(authorityAt).includes(wallet)

const transfer = (
  { index, program, accounts, data }: Instruction,
  wallet: string,
  { checked, amountAt }: { checked: boolean; amountAt: number },
): InstructionEffects => {
  const [to, authority] = checked ? [accounts[2], accounts[3]] : [accounts[1], accounts[2]]
  const effect: Effect = {
    kind: 'token_transfer',
    instruction: index,
    ours: isOurs(accounts, checked ? 3 : 2, wallet),
    program,
    mint: checked ? accounts[1] : undefined,
    from: accounts[0] ?? '',
    to: to ?? '',
    authority: authority ?? '',
    toOwner: undefined,
    amount: data.readBigUInt64LE(amountAt),
    ...(checked ? { decimals: data.readUInt8(amountAt + 8) } : {}),
  }
  return { effects: [effect], flags: [] }
}

const burn = ({ index, program, accounts, data }: Instruction, wallet: string): InstructionEffects => {
  const [from = '', mint = '', authority = ''] = accounts
  const amount = data.readBigUInt64LE(1)
  const ours = isOurs(accounts, 2, wallet)
  return {
    effects: [{ kind: 'token_burn', instruction: index, ours, program, mint, from, authority, amount }],
    flags: [],
  }
}

const closing = ({ index, accounts }: Instruction, wallet: string): InstructionEffects => {
  const [from = '', to = '', authority = ''] = accounts
  if (to === wallet) return noEffects
  const effect = { kind: 'token_account_closing', from, to, authority } as const
  return { effects: [{ ...effect, instruction: index, ours: isOurs(accounts, 2, wallet) }], flags: ['close_account'] }
}

const flagged = (code: FlagCode): InstructionEffects => ({ effects: [], flags: [code] })

/** Decodes one instruction of either token program; throws RangeError if its data end too early. */
export const readToken = (instruction: Instruction, wallet: string): InstructionEffects => {
  const { data } = instruction
  const number = data.readUInt8(0)
  switch (number) {
    case TRANSFER:
      return transfer(instruction, wallet, { checked: false, amountAt: 1 })
    case TRANSFER_CHECKED:
      return transfer(instruction, wallet, { checked: true, amountAt: 1 })
    case TRANSFER_FEE_EXTENSION:
      if (data.readUInt8(1) !== TRANSFER_CHECKED_WITH_FEE) return unknownInstruction
      return transfer(instruction, wallet, { checked: true, amountAt: 2 })
    case BURN:
    case BURN_CHECKED:
      return burn(instruction, wallet)
    case APPROVE:
    case APPROVE_CHECKED:
      return flagged('approve')
    case SET_AUTHORITY:
      return flagged('set_authority')
    case CLOSE_ACCOUNT:
      return closing(instruction, wallet)
    default:
      return HARMLESS.has(number) ? noEffects : unknownInstruction
  }
}

/**
 * The instructions of a Batch of a token program, or the instruction itself. Each part of a Batch has a byte that
 * counts its accounts, taken in order, and one that counts its data. A malformed Batch is returned unchanged, and
 * readToken flags it; so is a Batch within a Batch, which the programs reject too.
 */
export const flattenBatch = (instruction: Instruction): Instruction[] => {
  const { program, accounts, data } = instruction
  if (!isTokenProgram(program) || data[0] !== BATCH) return [instruction]
  const parts: Instruction[] = []
  let used = 0
  for (let at = 1; at < data.length;) {
    const [count, length] = [data[at]!, data[at + 1]]
    if (length === undefined || at + 2 + length > data.length || used + count > accounts.length) return [instruction]
    const part = { accounts: accounts.slice(used, used + count), data: data.subarray(at + 2, at + 2 + length) }
    parts.push({ ...instruction, ...part })
    used += count
    at += 2 + length
  }
  return parts.length > 0 ? parts : [instruction]
}

import { addressOf, TOKEN_PROGRAM } from './addresses.ts'
import { type Instruction, type InstructionEffects, unknownInstruction } from './effects.ts'

/** https://docs.rs/solana-system-interface (SystemInstruction): a u32 number, then its fields, seeds as u64 and text. */
const CREATE_ACCOUNT = 0
const ASSIGN = 1
const TRANSFER = 2
const CREATE_ACCOUNT_WITH_SEED = 3
const ADVANCE_NONCE = 4
const WITHDRAW_NONCE = 5
const INITIALIZE_NONCE = 6
const AUTHORIZE_NONCE = 7
const ALLOCATE = 8
const ALLOCATE_WITH_SEED = 9
const ASSIGN_WITH_SEED = 10
const TRANSFER_WITH_SEED = 11
const UPGRADE_NONCE = 12

/** Lamports, after base key and seed. */
const lamportsAfterSeed = (data: Buffer): bigint => {
  const seedBytes = Number(data.readBigUInt64LE(4 + 32))
  return data.readBigUInt64LE(4 + 32 + 8 + seedBytes)
}

type Flags = InstructionEffects['flags']

/** Decodes one instruction of the System program; throws RangeError if its data end too early. */
export const readSystem = ({ index, accounts, data }: Instruction, wallet: string): InstructionEffects => {
  const [from = '', second = '', third = '', , fifth = ''] = accounts
  const transfer = (to: string, authority: string, flags: Flags): InstructionEffects => {
    const lamports = data.readBigUInt64LE(4)
    const ours = authority === wallet
    return { effects: [{ kind: 'sol_transfer', from, to, lamports, instruction: index, ours }], flags }
  }
  const creation = (lamports: bigint, owner: Buffer, flags: Flags): InstructionEffects => {
    const [to, program, ours] = [second, addressOf(owner), from === wallet]
    return { effects: [{ kind: 'account_creation', from, to, program, lamports, instruction: index, ours }], flags }
  }
  switch (data.readUInt32LE(0)) {
    case TRANSFER:
      return transfer(second, from, [])
    case TRANSFER_WITH_SEED:
      return transfer(third, second, [])
    case WITHDRAW_NONCE:
      return transfer(second, fifth, ['durable_nonce'])
    case CREATE_ACCOUNT:
      // A signature of the new account by the given wallet would pass the wallet itself to the program.
      return creation(data.readBigUInt64LE(4), data.subarray(20, 52), second === wallet ? ['assign'] : [])
    case CREATE_ACCOUNT_WITH_SEED:
      return creation(lamportsAfterSeed(data), data.subarray(-32), ['create_account_with_seed'])
    case ADVANCE_NONCE:
    case INITIALIZE_NONCE:
    case AUTHORIZE_NONCE:
    case UPGRADE_NONCE:
      return { effects: [], flags: ['durable_nonce'] }
    case ASSIGN:
    case ALLOCATE:
    case ASSIGN_WITH_SEED:
    case ALLOCATE_WITH_SEED:
      return { effects: [], flags: ['assign'] }
    default:
      return unknownInstruction
  }
}

/** Bytes of a Token program account. */
const ACCOUNT_BYTES = 165
/**
 * Bytes of a Token-2022 account with all extensions that a mint can require (199), because a mint can be recreated too.
 */
const EXTENDED_ACCOUNT_BYTES = 200

/**
 * Maximum rent of a new associated token account in lamports. https://docs.rs/solana-rent: 3480 per byte and year, for
 * two years.
 */
const greatestRent = (program: string): bigint =>
  BigInt(128 + (program === TOKEN_PROGRAM ? ACCOUNT_BYTES : EXTENDED_ACCOUNT_BYTES)) * 6960n

/**
 * Decodes one instruction of the associated token account program: 0 or no data creates an account, 1 creates it if it
 * is missing.
 * https://docs.rs/spl-associated-token-account-interface
 */
export const readAssociatedToken = ({ index, accounts, data }: Instruction, wallet: string): InstructionEffects => {
  if (data.length > 1 || (data[0] ?? 0) > 1) return unknownInstruction
  const [from = '', to = '', owner = '', mint = '', , program = TOKEN_PROGRAM] = accounts
  const rent = greatestRent(program)
  const creation = { kind: 'token_account_creation', program, from, to, owner, mint, rent, exists: false } as const
  return { effects: [{ ...creation, instruction: index, ours: from === wallet }], flags: [] }
}

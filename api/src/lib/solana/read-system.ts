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

/** Lamports behind base key and seed. */
const lamportsAfterSeed = (data: Buffer): bigint => {
  const seedBytes = Number(data.readBigUInt64LE(4 + 32))
  return data.readBigUInt64LE(4 + 32 + 8 + seedBytes)
}

/** One instruction of the System program; a RangeError where its data end too early. */
export const readSystem = ({ index, accounts, data }: Instruction, us: string): InstructionEffects => {
  const [first = '', second = '', third = ''] = accounts
  const ours = first === us
  switch (data.readUInt32LE(0)) {
    case TRANSFER: {
      const lamports = data.readBigUInt64LE(4)
      const effect = { kind: 'sol_transfer', from: first, to: second, lamports } as const
      return { effects: [{ ...effect, instruction: index, ours }], flags: [] }
    }
    case TRANSFER_WITH_SEED: {
      const lamports = data.readBigUInt64LE(4)
      const effect = { kind: 'sol_transfer', from: first, to: third, lamports } as const
      return { effects: [{ ...effect, instruction: index, ours: second === us }], flags: [] }
    }
    case CREATE_ACCOUNT: {
      const lamports = data.readBigUInt64LE(4)
      const program = addressOf(data.subarray(20, 52))
      const creation = { kind: 'account_creation', from: first, to: second, program, lamports } as const
      // An account that signs for being made is the asker's own key where it is ours: it would pass to the program.
      return { effects: [{ ...creation, instruction: index, ours }], flags: second === us ? ['assign'] : [] }
    }
    case CREATE_ACCOUNT_WITH_SEED: {
      const lamports = lamportsAfterSeed(data)
      const program = addressOf(data.subarray(-32))
      const creation = { kind: 'account_creation', from: first, to: second, program, lamports } as const
      return { effects: [{ ...creation, instruction: index, ours }], flags: ['create_account_with_seed'] }
    }
    case WITHDRAW_NONCE: {
      const lamports = data.readBigUInt64LE(4)
      const effect = { kind: 'sol_transfer', from: first, to: second, lamports } as const
      const authority = accounts[4]
      return { effects: [{ ...effect, instruction: index, ours: authority === us }], flags: ['durable_nonce'] }
    }
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

/** Bytes of the Token program's accounts. */
const ACCOUNT_BYTES = 165
/** Of Token-2022's, with all that any mint can ask of an account together, which is 199: a mint too can be recreated. */
const EXTENDED_ACCOUNT_BYTES = 200

/** Lamports that a new associated token account takes at most. https://docs.rs/solana-rent: 3480 a byte and year, for two. */
const greatestRent = (program: string): bigint =>
  BigInt(128 + (program === TOKEN_PROGRAM ? ACCOUNT_BYTES : EXTENDED_ACCOUNT_BYTES)) * 6960n

/**
 * One instruction of the associated token account program: 0 or nothing makes an account, 1 makes it unless it is there.
 * https://docs.rs/spl-associated-token-account-interface
 */
export const readAssociatedToken = ({ index, accounts, data }: Instruction, us: string): InstructionEffects => {
  if (data.length > 1 || (data[0] ?? 0) > 1) return unknownInstruction
  const [from = '', to = '', owner = '', mint = '', , program = TOKEN_PROGRAM] = accounts
  const rent = greatestRent(program)
  const creation = { kind: 'token_account_creation', program, from, to, owner, mint, rent, exists: false } as const
  return { effects: [{ ...creation, instruction: index, ours: from === us }], flags: [] }
}

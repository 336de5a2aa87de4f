/** A movement out of or into accounts, as far as the transaction's own instructions show. Amounts in smallest units. */
export type Effect = {
  /** The index of its instruction, from 0. */
  instruction: number
  /** Whether the given wallet authorizes it, that is, whether it takes funds from that wallet. */
  ours: boolean
} & (
  | { kind: 'sol_transfer'; from: string; to: string; lamports: bigint }
  | { kind: 'account_creation'; from: string; to: string; program: string; lamports: bigint }
  /** A wallet's associated token account; `from` pays its rent, unless it is there when this lands. */
  | {
      kind: 'token_account_creation'
      program: string
      from: string
      to: string
      owner: string
      mint: string
      /** Maximum lamports. */
      rent: bigint
      /** Whether it exists now; its owner may close it before the transaction is confirmed. */
      exists: boolean
    }
  /** The lamports of a token account go to somebody else than the wallet that was asked about. */
  | { kind: 'token_account_closing'; from: string; to: string; authority: string }
  | {
      kind: 'token_transfer'
      program: string
      /** Undefined if neither the instruction nor the chain names it. */
      mint: string | undefined
      /** Token accounts. */
      from: string
      to: string
      /** The signer: the owner of `from`, or its delegate. */
      authority: string
      /** The wallet whose associated token account `to` is; undefined for any other account, whose owner may change. */
      toOwner: string | undefined
      amount: bigint
      /** The mint's decimals, if the instruction states them; the program refuses wrong ones. */
      decimals?: number
    }
  | { kind: 'token_burn'; program: string; mint: string; from: string; authority: string; amount: bigint }
)

export type FlagCode =
  /** Another party may own, freeze or close an account from then on. */
  | 'set_authority'
  /** Someone else may move tokens, at any later time. */
  | 'approve'
  /** An account's last lamports go to somebody else. */
  | 'close_account'
  /** It never expires: it can be sent at any later time. */
  | 'durable_nonce'
  /** An account passes to a program. */
  | 'assign'
  | 'create_account_with_seed'
  /** A program that this server cannot read; it may do whatever its signers may do. */
  | 'unknown_program'
  /** An instruction of a known program that this server cannot read. */
  | 'unknown_instruction'

export interface Flag {
  code: FlagCode
  instruction: number
  program: string
  /** Whether the given wallet is among the accounts of the instruction. */
  ours: boolean
}

export interface Instruction {
  index: number
  program: string
  accounts: string[]
  data: Buffer
}

/** The decoded effects and flags of one instruction; either may be empty. */
export interface InstructionEffects {
  effects: Effect[]
  flags: FlagCode[]
}

export const noEffects: InstructionEffects = { effects: [], flags: [] }
export const unknownInstruction: InstructionEffects = { effects: [], flags: ['unknown_instruction'] }

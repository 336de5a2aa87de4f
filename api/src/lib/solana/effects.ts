/** Out of or into accounts, as far as the transaction's own instructions say. Amounts in smallest units. */
export type Effect = {
  /** The number of its instruction, from 0. */
  instruction: number
  /** Whether the wallet that was asked about authorizes it: what leaves that wallet. */
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
      /** Lamports at most. */
      rent: bigint
      /** Whether it is there now: its owner may have closed it by the time that this lands. */
      exists: boolean
    }
  /** The lamports of a token account go to somebody else than the wallet that was asked about. */
  | { kind: 'token_account_closing'; from: string; to: string; authority: string }
  | {
      kind: 'token_transfer'
      program: string
      /** Undefined where neither the instruction nor the chain tells. */
      mint: string | undefined
      /** Token accounts. */
      from: string
      to: string
      /** Who signs: the owner of `from`, or its delegate. */
      authority: string
      /** The wallet whose associated token account `to` is; undefined for any other account, which may change hands. */
      toOwner: string | undefined
      amount: bigint
    }
  | { kind: 'token_burn'; program: string; mint: string; from: string; authority: string; amount: bigint }
)

export type FlagCode =
  /** Someone else may own, freeze or close an account from then on. */
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
  /** Whether the wallet that was asked about is among the accounts of the instruction. */
  ours: boolean
}

export interface Instruction {
  index: number
  program: string
  accounts: string[]
  data: Buffer
}

/** What one instruction comes to; either may be empty. */
export interface InstructionEffects {
  effects: Effect[]
  flags: FlagCode[]
}

export const noEffects: InstructionEffects = { effects: [], flags: [] }
export const unknownInstruction: InstructionEffects = { effects: [], flags: ['unknown_instruction'] }

import type { SolanaAction } from '@openauth/client'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM } from '../../../../lib/solana/addresses.ts'
import type { DecodedTransaction } from '../../../../lib/solana/decode.ts'
import type { Effect } from '../../../../lib/solana/effects.ts'

const SOL_DECIMALS = 9

const blank = {
  from: null,
  to: null,
  fromAccount: null,
  toAccount: null,
  token: null,
  amount: null,
  decimals: null,
  rent: null,
  assignedTo: null,
} satisfies Partial<SolanaAction>

/** Null for a missing account: the program will refuse an instruction with too few accounts. */
const named = (address: string | undefined): string | null => address || null

/** The mints that the effects name. */
export const mintsIn = (effects: Effect[]): string[] =>
  effects.flatMap((effect) => ('mint' in effect && effect.mint ? [effect.mint] : []))

const tokensOf = (mint: string | undefined, amount: bigint, decimals: Map<string, number>) => ({
  token: named(mint),
  amount: amount.toString(),
  decimals: decimals.get(mint ?? '') ?? null,
})

/** The token program that closes an account, from the flag that accompanies every such effect. */
const closedBy = ({ flags }: DecodedTransaction, instruction: number): string =>
  flags.find((flag) => flag.code === 'close_account' && flag.instruction === instruction)!.program

const detailsOf = (effect: Effect, decoded: DecodedTransaction, decimals: Map<string, number>) => {
  switch (effect.kind) {
    case 'sol_transfer':
    case 'account_creation': {
      const { from, to, lamports } = effect
      const assignedTo = effect.kind === 'account_creation' ? effect.program : null
      const sol = { amount: lamports.toString(), decimals: SOL_DECIMALS }
      return { program: SYSTEM_PROGRAM, from: named(from), to: named(to), ...sol, assignedTo }
    }
    case 'token_account_creation': {
      const { from, to, owner, mint, rent } = effect
      const made = { to: named(owner), toAccount: named(to), token: named(mint), rent: rent.toString() }
      return { program: ASSOCIATED_TOKEN_PROGRAM, from: named(from), ...made }
    }
    case 'token_account_closing': {
      const { from, to, authority, instruction } = effect
      const program = closedBy(decoded, instruction)
      return { program, from: named(authority), fromAccount: named(from), to: named(to) }
    }
    case 'token_transfer': {
      const { program, from, to, authority, toOwner, mint, amount } = effect
      const parties = {
        from: named(authority),
        fromAccount: named(from),
        to: named(toOwner ?? to),
        toAccount: named(to),
      }
      return { program, ...parties, ...tokensOf(mint, amount, decimals) }
    }
    case 'token_burn': {
      const { program, from, authority, mint, amount } = effect
      return { program, from: named(authority), fromAccount: named(from), ...tokensOf(mint, amount, decimals) }
    }
  }
}

/** The actions of a transaction's instructions in order, for the consent dialog; `decimals` by mint. */
export const actionsOf = (decoded: DecodedTransaction, decimals: Map<string, number>): SolanaAction[] =>
  decoded.effects.map((effect) => ({
    ...blank,
    kind: effect.kind,
    ours: effect.ours,
    ...detailsOf(effect, decoded, decimals),
  }))

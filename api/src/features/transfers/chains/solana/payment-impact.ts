import { keyOf, TOKEN_PROGRAM } from '../../../../lib/solana/addresses.ts'
import { parseAmount } from '../../../../lib/solana/amounts.ts'
import type { DecodedTransaction } from '../../../../lib/solana/decode.ts'
import type { Effect } from '../../../../lib/solana/effects.ts'
import type { TransactionImpact } from '../../../policy-engine/enforce-policy.ts'
import { impactOf } from './impact.ts'
import { type Payment, SOL } from './prepare-send.ts'

/** A wallet that is nobody's: the paying side of a payment whose wallet is not known. */
const NOBODY = '1'.repeat(32)

/**
 * The impact of a payment by any wallet, without its fee and the rent of a token account, which only the chain tells.
 * Throws SolanaError invalid_address, invalid_amount.
 */
export const paymentImpact = ({ address: to, token, amount }: Payment, rpcUrl: string): TransactionImpact => {
  const units = parseAmount(amount)
  keyOf(to, "The recipient's address")
  const base = { instruction: 0, ours: true }
  if (token !== SOL) keyOf(token, "The token's address")
  const effect: Effect =
    token === SOL
      ? { ...base, kind: 'sol_transfer', from: NOBODY, to, lamports: units }
      : {
          ...{ ...base, kind: 'token_transfer', program: TOKEN_PROGRAM, mint: token, authority: NOBODY },
          ...{ from: '', to: '', toOwner: to, amount: units },
        }
  const mentions = token === SOL ? [to] : [to, token]
  const decoded: DecodedTransaction = {
    ...{ version: 0 as const, feePayer: NOBODY, fee: 0n, signers: [NOBODY], needsWallet: true, recentBlockhash: '' },
    ...{ programs: [], accounts: mentions, effects: [effect], flags: [] },
  }
  const simulation = {
    ...{ failure: undefined, logs: [], unitsConsumed: 0, lamports: 0n, tokens: [] },
    ...{ reassigned: false, approved: false, authority: false },
  }
  return impactOf({ decoded, simulation }, NOBODY, rpcUrl)
}

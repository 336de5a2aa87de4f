import { addressOf, keyOf, TOKEN_PROGRAM } from '../../../../lib/solana/addresses.ts'
import { parseTransaction } from '../../../../lib/solana/parse.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { ChainTrials } from '../../adapter.ts'
import { withChainErrors } from '../../errors.ts'
import { chainRefusal, NO_USER } from '../../trial.ts'
import { impactOf } from './impact.ts'
import { inspectTransaction, requireSuccess } from './inspect-transaction.ts'
import { type Payment, SOL } from './prepare-send.ts'
import { lastBlockOf, readTransaction } from './sign-transaction.ts'
import { parseAmount } from '../../../../lib/solana/amounts.ts'
import type { DecodedTransaction } from '../../../../lib/solana/decode.ts'
import type { Effect } from '../../../../lib/solana/effects.ts'
import type { TransactionImpact } from '../../../policy-engine/enforce-policy.ts'

/** A wallet that is nobody's: the paying side of a payment whose wallet is not known. */
const NOBODY = '1'.repeat(32)

const effectOf = (to: string, token: string, units: bigint): Effect => {
  const base = { instruction: 0, ours: true }
  if (token === SOL) return { ...base, kind: 'sol_transfer', from: NOBODY, to, lamports: units }
  const source = { program: TOKEN_PROGRAM, mint: token, authority: NOBODY, from: '' }
  return { ...base, kind: 'token_transfer', ...source, to: '', toOwner: to, amount: units }
}

const notSimulated = {
  failure: undefined,
  logs: [],
  unitsConsumed: 0,
  lamports: 0n,
  tokens: [],
  reassigned: false,
  approved: false,
  authority: false,
}

/**
 * The impact of a payment by any wallet, without its fee and the rent of a token account, which only the chain tells.
 * Throws SolanaError invalid_address, invalid_amount.
 */
const paymentImpact = ({ address: to, token, amount }: Payment, rpcUrl: string): TransactionImpact => {
  const units = parseAmount(amount)
  keyOf(to, "The recipient's address")
  if (token !== SOL) keyOf(token, "The token's address")
  const decoded: DecodedTransaction = {
    version: 0 as const,
    feePayer: NOBODY,
    fee: 0n,
    signers: [NOBODY],
    needsWallet: true,
    recentBlockhash: '',
    programs: [],
    accounts: token === SOL ? [to] : [to, token],
    effects: [effectOf(to, token, units)],
    flags: [],
  }
  return impactOf({ decoded, simulation: notSimulated }, NOBODY, rpcUrl)
}

/** Without a user, a transaction is tried as its fee payer's. */
const readTried = async (transaction: string, from: string | undefined) => {
  const feePayer = () => addressOf(parseTransaction(Buffer.from(transaction, 'base64')).message.keys[0]!)
  const address = from ?? feePayer()
  return { address, bytes: await readTransaction(transaction, address) }
}

export const solanaTrials: ChainTrials<SolanaRpc, Payment> = {
  paymentOf: ({ recipient: address, amount, token }) => ({ address, amount, token: token ?? SOL }),
  unaskedImpact: async (_rpc, payment, { rpcUrl }) => paymentImpact(payment, rpcUrl),
  tryTransaction: async (rpc, transaction, { rpcUrl, from }) => {
    const { address, bytes } = await withChainErrors(readTried(transaction, from))
    const inspected = await withChainErrors(inspectTransaction(rpc, bytes, address))
    const impact = impactOf(inspected, address, rpcUrl)
    const signable = async () => {
      requireSuccess(inspected)
      await withChainErrors(lastBlockOf(rpc, inspected))
      return null
    }
    return { impact, chain: await signable().catch(chainRefusal), notes: from === undefined ? [NO_USER] : [] }
  },
}

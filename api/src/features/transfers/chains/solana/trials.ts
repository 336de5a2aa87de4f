import { addressOf } from '../../../../lib/solana/addresses.ts'
import { parseTransaction } from '../../../../lib/solana/parse.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { ChainTrials } from '../../adapter.ts'
import { withChainErrors } from '../../errors.ts'
import { chainRefusal, NO_USER } from '../../trial.ts'
import { impactOf } from './impact.ts'
import { inspectTransaction, requireSuccess } from './inspect-transaction.ts'
import { paymentImpact } from './payment-impact.ts'
import { type Payment, SOL } from './prepare-send.ts'
import { lastBlockOf, readTransaction } from './sign-transaction.ts'

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

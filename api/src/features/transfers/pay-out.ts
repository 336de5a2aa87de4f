import { type Network, walletChainOf } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { RpcError } from '../../lib/json-rpc/errors.ts'
import type { PayoutOrder } from '../../lib/payout-plan.ts'
import type { ChainPayouts } from './adapter.ts'
import { createSigned, markSubmitted, type SignedIntent } from './intent.ts'
import type { WalletWithAddress } from './stored-wallet.ts'

/** A chain that payments go out on, by one of its nodes. */
export interface PayoutNode {
  network: Network
  url: string
  rpc: object
  chain: ChainPayouts<object>
}

/** A signed payment, in the ledger. */
export type SignedPayout = SignedIntent & { id: string }

/**
 * Signs a planned payment and stores it in the ledger, in a transaction of the caller's that decides that nobody else signs it. Nothing is
 * sent before its commit; after it the monitor sends the same bytes until the chain has decided.
 */
export const signPayout = async (
  deps: Pick<Platform, 'signer'>,
  tx: Tx,
  { network, url, chain }: PayoutNode,
  { wallet, order, unsigned }: { wallet: WalletWithAddress; order: PayoutOrder; unsigned: unknown },
): Promise<SignedPayout> => {
  const { from, token, decimals, payouts } = order
  const signed = await chain.sign(deps, wallet, unsigned)
  const intent = {
    appId: wallet.owner.appId,
    chain: walletChainOf(network),
    network,
    kind: 'transfer' as const,
    fromAddress: from,
    toAddress: payouts.length === 1 ? payouts[0]!.to : null,
    token,
    decimals,
    amount: String(payouts.reduce((sum, { amount }) => sum + amount, 0n)),
    rpcUrl: url,
  }
  return { ...signed, id: await createSigned(tx, intent, signed) }
}

/** Gives a signed payment to the node. Says why the node does not have it, which leaves it to the monitor. */
export const submitPayout = async (
  { db }: Pick<Platform, 'db'>,
  { rpc, chain }: PayoutNode,
  { id, signed }: SignedPayout,
): Promise<string | undefined> => {
  try {
    const submission = await chain.broadcast(rpc, signed)
    if (submission.outcome !== 'sent') return submission.message
    await markSubmitted(db, id)
    return undefined
  } catch (error) {
    if (error instanceof RpcError) return error.message
    throw error
  }
}

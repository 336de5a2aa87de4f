import type { SolanaSendToken } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { signTransaction } from '../../lib/solana/sign.ts'
import { simulateTransaction } from '../../lib/solana/simulate.ts'
import type { UnsignedTransaction } from '../../lib/solana/unsigned.ts'
import { dropIntent, keepSigned, markSubmitted, openIntent } from '../ledger/intent.ts'
import { withWalletSecret } from '../wallets/with-secret.ts'
import { atSolana, nodeAt } from './at-solana.ts'

/** Lamports at most for priority: 0.0001 SOL. */
const MAX_PRIORITY_FEE = 100_000n

const SOL = 'SOL'

/** The chain's own libraries are loaded with the first send: they take half a second and 20 MB. */
const build = async (rpc: SolanaRpc, from: string, { address: to, token, amount }: SolanaSendToken) => {
  const transfer = { from, to, amount, maxPriorityFee: MAX_PRIORITY_FEE }
  if (token === SOL) return (await import('../../lib/solana/build-sol.ts')).buildSolTransfer(rpc, transfer)
  const { buildTokenTransfer } = await import('../../lib/solana/build-token.ts')
  return buildTokenTransfer(rpc, { ...transfer, mint: token })
}

/** What would fail on chain is told before it is signed, when it still costs nothing. */
const tryOut = async (rpc: SolanaRpc, { transaction }: UnsignedTransaction, from: string): Promise<void> => {
  const { failure } = await simulateTransaction(rpc, transaction, from)
  if (failure) throw new Problem('transaction_refused', { message: failure.message })
}

/** Signs and stores what was signed; from here on the ledger, not this call, sees to it. */
const signAndKeep = (deps: Deps, owner: WalletOwner, id: string, unsigned: UnsignedTransaction) =>
  withWalletSecret(deps, owner, 'solana', async (secret) => {
    const { signature, transaction } = signTransaction(unsigned.transaction, secret)
    const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
    const kept = await keepSigned(deps.db, id, { signature, signed, validUntil: BigInt(unsigned.lastValidBlockHeight) })
    if (!kept) throw new Problem('send_in_progress', { retryAfter: 1 })
    return { signature, transaction }
  })

/**
 * Sends SOL or an SPL token. The intent is in the ledger before anything is signed, the signed transaction before it is
 * sent: whatever happens after that, it is never signed anew, and a second call with the same key gives the same answer.
 */
export const sendToken = async (
  deps: Deps,
  owner: WalletOwner,
  input: SolanaSendToken,
): Promise<{ signature: string }> => {
  const { db } = deps
  const { url, rpc } = nodeAt(deps, input.rpcUrl)
  const where = { userId_chain: { userId: owner.userId, chain: 'solana' as const } }
  const { address: from } = await db.prisma.wallet.findUniqueOrThrow({ where, select: { address: true } })
  const intent = await openIntent(db, {
    ...{ ...owner, chain: 'solana', network: 'solana', kind: 'transfer', fromAddress: from, rpcUrl: url },
    ...{ toAddress: input.address, amount: input.amount, idempotencyKey: input.idempotencyKey },
    ...(input.token === SOL ? {} : { token: input.token }),
  })
  if (intent.signature) return { signature: intent.signature }
  try {
    const unsigned = await atSolana(build(rpc, from, input))
    await atSolana(tryOut(rpc, unsigned, from))
    const { signature, transaction } = await signAndKeep(deps, owner, intent.id, unsigned)
    await atSolana(broadcast(rpc, transaction))
    await markSubmitted(db, intent.id)
    return { signature }
  } catch (error) {
    await dropIntent(db, intent.id)
    throw error
  }
}

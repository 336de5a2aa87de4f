import type { SolanaSignTransaction } from '@openauth/client'
import { z } from 'zod'
import { isUniqueViolation } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { keyOf } from '../../lib/solana/addresses.ts'
import { encodeBase58 } from '../../lib/solana/base58.ts'
import { readBlockhash } from '../../lib/solana/blockhash.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import { SolanaError } from '../../lib/solana/errors.ts'
import { parseTransaction, signerIndex } from '../../lib/solana/parse.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { isSignedByOthers } from '../../lib/solana/sign.ts'
import { withSignedNotice } from '../ledger/after-signing.ts'
import { dropIntent, markSubmitted, openIntent } from '../ledger/intent.ts'
import { signUnderLock } from '../ledger/sign-under-lock.ts'
import { withChainErrors } from '../wallets/with-chain-errors.ts'
import { nodeAt } from '../wallets/nodes.ts'
import type { Sender } from '../wallets/owner.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { impactOf, type InspectedTransaction, paymentOf } from './impact.ts'
import { inspectSuccessful } from './inspect-transaction.ts'
import { isExternallyPaid, requireFewUnsettled } from './externally-paid.ts'
import { requireNewSignature, sendSigned, AlreadySigned } from './already-signed.ts'

/** The bytes behind base64 in its one form. Throws `invalid_transaction`, `not_a_signer`. */
export const readTransaction = async (text: string, us: string): Promise<Buffer> => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text)
    throw new Problem('invalid_transaction', { message: 'The transaction is not base64' })
  if (signerIndex(parseTransaction(bytes).message, keyOf(us)) >= 0) return bytes
  throw new SolanaError('not_a_signer', 'This transaction does not ask for the signature of this wallet.')
}

/** The wallet's own signature in a signed transaction, base58. */
const ownSignature = (signed: Uint8Array, us: string): string => {
  const { signatures, message } = parseTransaction(signed)
  return encodeBase58(signatures[signerIndex(message, keyOf(us))]!)
}

const isDurable = ({ decoded }: InspectedTransaction): boolean =>
  decoded.flags.some(({ code }) => code === 'durable_nonce')

/** The last block that takes it, or null where it never expires. Throws `transaction_refused`. */
export const lastBlockOf = async (rpc: SolanaRpc, examined: InspectedTransaction): Promise<bigint | null> => {
  if (isDurable(examined)) return null
  const { recentBlockhash } = examined.decoded
  const valid = await rpc.call(
    'isBlockhashValid',
    [recentBlockhash, { commitment: 'confirmed' }],
    z.object({ value: z.boolean() }),
  )
  if (!valid.value) {
    const message = 'The blockhash of this transaction is too old, or of another chain. Make it anew'
    throw new Problem('transaction_refused', { message })
  }
  return BigInt((await readBlockhash(rpc)).lastValidBlockHeight)
}

/** What cannot be sent is refused before it is signed: a signature is not taken back. */
const requireSendable = (bytes: Uint8Array, examined: InspectedTransaction, us: string): void => {
  if (!isSignedByOthers(bytes, us)) {
    const message = 'This transaction lacks the signature of somebody else. Let them sign first, or set isSend to false'
    throw new Problem('transaction_refused', { message })
  }
  if (isDurable(examined)) {
    const message = 'A transaction with a durable nonce never expires. Set isSend to false and send it yourself'
    throw new Problem('transaction_refused', { message })
  }
}

interface Signed {
  signature: string
  transaction: string
}

/**
 * Adds the wallet's signature to a transaction that somebody else made, once it was decoded, simulated and judged, and
 * sends it unless `isSend` is false. Either way it is in the ledger, once: what is signed may land. It is followed by this
 * wallet's signature, which is its id only where this wallet pays its fee.
 */
export const signTransaction = async (
  deps: Deps,
  sender: Sender,
  { rpcUrl, transaction, isSend = true, idempotencyKey }: SolanaSignTransaction,
): Promise<Signed> => {
  const { db } = deps
  const { url, rpc } = nodeAt(deps.nodes, 'solana', rpcUrl)
  const wallet = await storedWallet(db, sender, 'solana')
  const us = wallet.address
  const bytes = await withChainErrors(readTransaction(transaction, us))
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ ...sender, chain: 'solana', network: 'solana', kind: 'transaction', fromAddress: us, rpcUrl: url },
      broadcast: isSend,
    },
    { transaction, isSend, idempotencyKey },
  )
  if (earlier) return answerOf(earlier.signed, us)
  try {
    const examined = await withChainErrors(inspectSuccessful(rpc, bytes, us))
    if (isSend) requireSendable(bytes, examined, us)
    const validUntil = await withChainErrors(lastBlockOf(rpc, examined))
    const { signed } = await signUnderLock(deps, { id, wallet, impact: impactOf(examined, us, url) }, async (tx) => {
      if (!isSend || isExternallyPaid(bytes, us)) await requireFewUnsettled(tx, wallet, us)
      const { signature, transaction } = await deps.signer.solanaTransaction(wallet, bytes)
      const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
      await requireNewSignature(tx, sender, signature, signed)
      return {
        ...{ signature, signed, maxFee: examined.decoded.fee.toString() },
        ...(validUntil === null ? {} : { validUntil }),
        ...paymentOf(examined, us),
      }
    })
    const answer = answerOf(signed, us)
    if (isSend) {
      await withSignedNotice(broadcast(rpc, answer.transaction))
      await markSubmitted(db, id)
    }
    return answer
  } catch (error) {
    await dropIntent(db, id)
    if (error instanceof AlreadySigned) {
      if (isSend) await sendSigned(deps, rpc, error)
      return answerOf(error.signed, us)
    }
    if (isUniqueViolation(error))
      throw new Problem('transaction_refused', { message: 'This transaction is in the ledger already' })
    throw error
  }
}

const answerOf = (signed: Uint8Array, us: string): Signed => ({
  signature: ownSignature(signed, us),
  transaction: Buffer.from(signed).toString('base64'),
})

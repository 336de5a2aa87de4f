import type { SolanaSignTransaction } from '@openauth/client'
import * as z from 'zod'
import { isUniqueViolation } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { keyOf } from '../../../../lib/solana/addresses.ts'
import { encodeBase58 } from '../../../../lib/solana/base58.ts'
import { readBlockhash } from '../../../../lib/solana/blockhash.ts'
import { SolanaError } from '../../../../lib/solana/errors.ts'
import { readDecimals } from '../../../../lib/solana/decimals.ts'
import { parseTransaction, signerIndex } from '../../../../lib/solana/parse.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { isSignedByOthers } from '../../../../lib/solana/sign.ts'
import { withBroadcastErrors, withChainErrors } from '../../errors.ts'
import { type EarlierSend, type Intent, type SignedIntent, withIntent } from '../../intent.ts'
import { signUnderLock } from '../../sign.ts'
import { submit } from '../../submit.ts'
import { solanaNodeAt } from './node.ts'
import type { Sender } from '../../owner.ts'
import { storedWallet, type WalletWithAddress } from '../../stored-wallet.ts'
import { impactOf, type InspectedTransaction, type Payment, paymentOf } from './impact.ts'
import { inspectAndRequireSuccess } from './inspect-transaction.ts'
import { isExternallyPaid, requireUnsettledBelowLimit } from './externally-paid.ts'
import { requireNewSignature, sendSigned, AlreadySigned } from './already-signed.ts'
import { submitSigned } from './sign-unsigned.ts'
import type { TransferNeeds } from '../../needs.ts'

/** Decodes canonical base64 and requires the wallet as a signer. Throws `invalid_transaction`, `not_a_signer`. */
export const readTransaction = async (text: string, ownAddress: string): Promise<Buffer> => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text)
    throw new Problem('invalid_transaction', { message: 'The transaction is not base64' })
  if (signerIndex(parseTransaction(bytes).message, keyOf(ownAddress)) >= 0) return bytes
  throw new SolanaError('not_a_signer', 'This transaction does not ask for the signature of this wallet.')
}

/** The wallet's own signature in a signed transaction, base58. */
const ownSignature = (signed: Uint8Array, ownAddress: string): string => {
  const { signatures, message } = parseTransaction(signed)
  return encodeBase58(signatures[signerIndex(message, keyOf(ownAddress))]!)
}

const isDurable = ({ decoded }: InspectedTransaction): boolean =>
  decoded.flags.some(({ code }) => code === 'durable_nonce')

/** The last block that can include a transaction; null if it never expires. Throws `transaction_refused`. */
export const lastBlockOf = async (rpc: SolanaRpc, inspected: InspectedTransaction): Promise<bigint | null> => {
  if (isDurable(inspected)) return null
  const { recentBlockhash } = inspected.decoded
  const valid = await rpc.call(
    'isBlockhashValid',
    [recentBlockhash, { commitment: 'confirmed' }],
    z.object({ value: z.boolean() }),
  )
  if (!valid.value) {
    const message = 'The blockhash of this transaction is too old, or of another chain. Create the transaction again'
    throw new Problem('transaction_refused', { message })
  }
  return BigInt((await readBlockhash(rpc)).lastValidBlockHeight)
}

/** Refuses a transaction that cannot be sent before it is signed, because a signature cannot be revoked. */
const requireSendable = (bytes: Uint8Array, inspected: InspectedTransaction, ownAddress: string): void => {
  if (!isSignedByOthers(bytes, ownAddress)) {
    const message =
      'This transaction lacks the signature of another signer. Let them sign first, or set isSend to false'
    throw new Problem('transaction_refused', { message })
  }
  if (isDurable(inspected)) {
    const message = 'A transaction with a durable nonce never expires. Set isSend to false and send it yourself'
    throw new Problem('transaction_refused', { message })
  }
}

/**
 * Adds the token's decimals if the instruction does not state them. If the node does not answer, they stay unknown and
 * the signature is not refused.
 */
const withDecimals = async (rpc: SolanaRpc, payment: Payment | undefined): Promise<Payment | undefined> => {
  if (!payment || payment.token === null || payment.decimals !== undefined) return payment
  const found = await readDecimals(rpc, [payment.token]).catch(() => undefined)
  const decimals = found?.get(payment.token)
  return decimals === undefined ? payment : { ...payment, decimals }
}

interface Signed {
  signature: string
  transaction: string
}

interface Judged {
  bytes: Uint8Array
  isSend: boolean
  inspected: InspectedTransaction
}

/** Signs under the wallet's lock, after the impact was judged. Returns the columns of the ledger. */
const signJudged = async (
  deps: TransferNeeds,
  { id, sender, wallet }: { id: string; sender: Sender; wallet: WalletWithAddress },
  { rpc, url }: { rpc: SolanaRpc; url: string },
  { bytes, isSend, inspected }: Judged,
): Promise<SignedIntent> => {
  const ownAddress = wallet.address
  const validUntil = await withChainErrors(lastBlockOf(rpc, inspected))
  const payment = await withDecimals(rpc, paymentOf(inspected, ownAddress))
  return signUnderLock(deps, { id, sender, wallet, impact: impactOf(inspected, ownAddress, url) }, async (tx) => {
    if (!isSend || isExternallyPaid(bytes, ownAddress)) await requireUnsettledBelowLimit(tx, wallet, ownAddress)
    const { signature, transaction } = await deps.signer.solanaTransaction(wallet, bytes)
    const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
    await requireNewSignature(tx, sender, signature, signed)
    return {
      signature,
      signed,
      maxFee: inspected.decoded.fee.toString(),
      ...(validUntil === null ? {} : { validUntil }),
      ...payment,
    }
  })
}

/**
 * Adds the wallet's signature to a given transaction after decoding, simulating and judging it, and sends it unless `isSend`
 * is false. In both cases the ledger has one row, because a signed transaction can be included. The monitor finds it by this
 * wallet's signature, which is its id only if this wallet pays the fee.
 */
export const signTransaction = async (
  deps: TransferNeeds,
  sender: Sender,
  { rpcUrl, transaction, isSend = true, idempotencyKey }: SolanaSignTransaction,
): Promise<Signed> => {
  const { db } = deps
  const { url, rpc } = solanaNodeAt(deps.nodes, rpcUrl)
  const wallet = await storedWallet(deps, sender, 'solana')
  const ownAddress = wallet.address
  const bytes = await withChainErrors(readTransaction(transaction, ownAddress))
  const intent: Intent = {
    sender,
    chain: 'solana',
    network: 'solana',
    kind: 'transaction',
    fromAddress: ownAddress,
    rpcUrl: url,
    broadcast: isSend,
  }
  const first = async (id: string): Promise<Signed> => {
    const inspected = await withChainErrors(inspectAndRequireSuccess(rpc, bytes, ownAddress))
    if (isSend) requireSendable(bytes, inspected, ownAddress)
    const { signed } = await signJudged(deps, { id, sender, wallet }, { rpc, url }, { bytes, isSend, inspected })
    const answer = answerOf(signed, ownAddress)
    if (isSend) await submit(deps, id, withBroadcastErrors(submitSigned(rpc, signed)))
    return answer
  }
  const again = ({ signed }: EarlierSend) => answerOf(signed, ownAddress)
  return withIntent(db, intent, { transaction, isSend, idempotencyKey }, { first, again }).catch(async (error) => {
    if (error instanceof AlreadySigned) {
      if (isSend) await sendSigned(deps, rpc, error)
      return answerOf(error.signed, ownAddress)
    }
    if (isUniqueViolation(error))
      throw new Problem('transaction_refused', { message: 'The ledger already contains this transaction' })
    throw error
  })
}

const answerOf = (signed: Uint8Array, ownAddress: string): Signed => ({
  signature: ownSignature(signed, ownAddress),
  transaction: Buffer.from(signed).toString('base64'),
})

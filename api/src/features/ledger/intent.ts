import { createHash } from 'node:crypto'
import type { Network } from '@openauth/client'
import { type Database, isUniqueViolation, type TransactionModel, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { releaseSpend } from '../policies/reserve-spend.ts'
import type { Sender } from '../wallets/owner.ts'

/** What a call asks for. */
export interface Intent extends Sender {
  chain: TransactionModel['chain']
  network: Network
  kind: TransactionModel['kind']
  fromAddress: string
  toAddress?: string | null
  token?: string | null
  /** Smallest units. */
  amount?: string | null
  rpcUrl: string
  /** False: it is only signed, and never sent from here. */
  broadcast?: boolean
}

/** The call itself: with one idempotency key it must be the same each time. */
export interface RequestedSend {
  idempotencyKey?: string | undefined
  [field: string]: string | number | boolean | undefined
}

/** What makes two calls the same: everything that was asked for. */
const digestOf = ({ kind, network, rpcUrl }: Intent, asked: RequestedSend): Buffer<ArrayBuffer> => {
  const all = Object.entries({ ...asked, kind, network, rpcUrl })
  const fields = all.filter(([name, value]) => name !== 'idempotencyKey' && value !== undefined)
  return createHash('sha256')
    .update(JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()
}

/** An earlier call with the same key that has signed already: its answer is the answer. */
export interface EarlierSend {
  signature: string
  signed: Uint8Array
}

export interface OpenedIntent {
  id: string
  earlier?: EarlierSend
}

const findEarlier = async (
  { prisma }: Database,
  { userId, initiator }: Sender,
  idempotencyKey: string,
  bodyDigest: Buffer,
): Promise<OpenedIntent | undefined> => {
  const row = await prisma.transaction.findFirst({ where: { userId, initiator, idempotencyKey } })
  if (!row) return undefined
  if (!row.bodyDigest || !bodyDigest.equals(row.bodyDigest)) throw new Problem('idempotency_conflict')
  const { id, signature, signed, cancelled, settledAt } = row
  if (signature === null || signed === null) throw new Problem('send_in_progress', { retryAfter: 1 })
  if (cancelled && !settledAt) throw new Problem('send_in_progress', { message: BEING_CANCELLED, retryAfter: 60 })
  return { id, earlier: { signature, signed } }
}

const BEING_CANCELLED =
  'The first call with this idempotency key was refused by the node and is being cancelled. Try again later'

/**
 * Writes down what is to be sent, before anything is signed. Of several calls with one idempotency key one gets a new
 * row; a later one gets what the first signed. Throws `idempotency_conflict` where the key stands for another call,
 * `send_in_progress` where the first has not signed yet.
 */
export const openIntent = async (db: Database, intent: Intent, asked: RequestedSend): Promise<OpenedIntent> => {
  const bodyDigest = digestOf(intent, asked)
  const { idempotencyKey } = asked
  try {
    const data = { ...intent, idempotencyKey: idempotencyKey ?? null, bodyDigest }
    const { id } = await db.prisma.transaction.create({ data, select: { id: true } })
    return { id }
  } catch (error) {
    if (!isUniqueViolation(error) || idempotencyKey === undefined) throw error
    const earlier = await findEarlier(db, intent, idempotencyKey, bodyDigest)
    // It was given up between the two statements: then this call is the first.
    return earlier ?? openIntent(db, intent, asked)
  }
}

/** Nothing was signed, so that nothing remains to be done: the key is free for another try. */
export const dropIntent = async ({ prisma }: Database, id: string): Promise<void> => {
  await prisma.transaction.deleteMany({ where: { id, signed: null } })
}

/** What is known of a signed transaction. */
export interface SignedIntent {
  signature: string
  signed: Uint8Array<ArrayBuffer>
  nonce?: bigint
  validFrom?: bigint
  validUntil?: bigint
  maxFee?: string
  toAddress?: string | null
  token?: string | null
  amount?: string | null
}

/** The caller broadcasts it first; the monitor comes after. Milliseconds. */
const MONITORED_AFTER = 1500

/** Stores what was signed, before it is broadcast; false where the row has another signature by now. */
export const storeSigned = async (tx: Tx, id: string, signed: SignedIntent): Promise<boolean> => {
  const where = { id, status: 'created' as const, signed: null }
  const checkAt = new Date(Date.now() + MONITORED_AFTER)
  return (await tx.transaction.updateMany({ where, data: { ...signed, checkAt } })).count > 0
}

export const markSubmitted = async ({ prisma }: Database, id: string): Promise<void> => {
  const where = { id, status: 'created' as const }
  await prisma.transaction.updateMany({ where, data: { status: 'submitted', submittedAt: new Date() } })
}

/** What else is known of a transaction in the end. */
export interface Outcome {
  error?: string | null
  signature?: string
  formerSignatures?: string[]
  /** It failed, and may have taken something all the same: limits remember it. */
  mayHaveTaken?: true
  /** Its nonce was used by something else: another try with the idempotency key may pay. */
  neverHappened?: true
  /** What used its nonce is of this wallet as well, and paid the fee. */
  feePaid?: true
}

/** Ends a transaction for good. Only one that is not settled: what the chain has said once stands. */
export const settle = async (
  db: Database,
  id: string,
  status: 'confirmed' | 'failed' | 'expired',
  { mayHaveTaken, neverHappened, feePaid, ...more }: Outcome = {},
): Promise<void> => {
  const isNonceFree = neverHappened || status === 'expired'
  await db.transaction(async (tx) => {
    const { count } = await tx.transaction.updateMany({
      where: { id, settledAt: null },
      data: {
        ...{ status, error: null, ...more, settledAt: new Date() },
        ...(isNonceFree ? { nonce: null } : {}),
        ...(neverHappened ? { idempotencyKey: null } : {}),
      },
    })
    // A chain takes the fee of what it tried and found to fail.
    const exceptFee = status === 'failed' && (feePaid ?? !neverHappened)
    if (count > 0 && status !== 'confirmed' && !mayHaveTaken) await releaseSpend(tx, id, { exceptFee })
  })
}

/** Says what a block holds now, while it may still be undone. */
export const recordObservation = async (
  { prisma }: Database,
  id: string,
  status: 'submitted' | 'confirmed' | 'failed',
  { error = null, signature, formerSignatures }: Pick<Outcome, 'error' | 'signature' | 'formerSignatures'> = {},
): Promise<void> => {
  const names = signature === undefined ? {} : { signature, formerSignatures: formerSignatures ?? [] }
  await prisma.transaction.updateMany({ where: { id, settledAt: null }, data: { status, error, ...names } })
}

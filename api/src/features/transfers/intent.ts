import { createHash } from 'node:crypto'
import type { Network } from '@openauth/client'
import { type Database, isUniqueViolation, type TransactionModel, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { releaseSpend } from '../policy-engine/reserve-spend.ts'
import { countSends } from './send-counts.ts'
import type { Sender } from './owner.ts'

/** The requested send. */
export interface Intent {
  sender: Sender
  chain: TransactionModel['chain']
  network: Network
  kind: TransactionModel['kind']
  fromAddress: string
  toAddress?: string | null
  token?: string | null
  /** Smallest units. */
  amount?: string | null
  rpcUrl: string
  /** False: the transaction is signed only, and the server never sends it. */
  broadcast?: boolean
}

/** The fields of the call, which must be equal in all calls with one idempotency key. */
export interface RequestedSend {
  idempotencyKey?: string | undefined
  [field: string]: string | number | boolean | undefined
}

/** The digest by which two calls are compared. */
const digestOf = (
  { kind, network, rpcUrl }: Pick<Intent, 'kind' | 'network' | 'rpcUrl'>,
  request: RequestedSend,
): Buffer<ArrayBuffer> => {
  const all = Object.entries({ ...request, kind, network, rpcUrl })
  const fields = all.filter(([name, value]) => name !== 'idempotencyKey' && value !== undefined)
  return createHash('sha256')
    .update(JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()
}

/** The signed transaction of an earlier call with the same key, whose answer is returned. */
export interface EarlierSend {
  signature: string
  signed: Uint8Array
}

interface OpenedIntent {
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
 * Stores an intent before signing. Of several calls with one idempotency key one gets a new row; later ones get the signed
 * transaction of the first. Throws `idempotency_conflict` if another call used the key, `send_in_progress` if the first
 * has not signed yet.
 */
const openIntent = async (
  db: Database,
  { sender, ...intent }: Intent,
  request: RequestedSend,
): Promise<OpenedIntent> => {
  const bodyDigest = digestOf(intent, request)
  const { idempotencyKey } = request
  try {
    const { appId, userId, initiator, initiatorId, initiatorIp } = sender
    const by = { appId, userId, initiator, initiatorId, initiatorIp }
    const data = { ...by, ...intent, idempotencyKey: idempotencyKey ?? null, bodyDigest }
    const { id } = await db.prisma.transaction.create({ data, select: { id: true } })
    return { id }
  } catch (error) {
    if (!isUniqueViolation(error) || idempotencyKey === undefined) throw error
    const earlier = await findEarlier(db, sender, idempotencyKey, bodyDigest)
    // The earlier intent was dropped between the two statements, so this call is the first.
    return earlier ?? openIntent(db, { sender, ...intent }, request)
  }
}

/** Removes an intent that was not signed, which frees its idempotency key. */
const dropIntent = async ({ prisma }: Database, id: string): Promise<void> => {
  await prisma.transaction.deleteMany({ where: { id, signed: null } })
}

/**
 * Does the work of a call after its intent is stored: `first` for the first call with an idempotency key, `again` for later
 * ones. What fails before a signature is stored frees the key. Throws the errors of openIntent and of the work.
 */
export const withIntent = async <T>(
  db: Database,
  intent: Intent,
  request: RequestedSend,
  { first, again }: { first: (id: string) => Promise<T>; again: (earlier: EarlierSend) => T },
): Promise<T> => {
  const { id, earlier } = await openIntent(db, intent, request)
  if (earlier) return again(earlier)
  try {
    return await first(id)
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}

/** A signed transaction with its details. */
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
  /** Digits of a token's amounts after the decimal point. The chain's own token has those of its network, which are not stored. */
  decimals?: number
}

/** The delay of the monitor after signing, so that the caller broadcasts first. Milliseconds. */
const MONITORED_AFTER = 1500

const firstCheck = (): Date => new Date(Date.now() + MONITORED_AFTER)

/** Stores a signed transaction before its broadcast; false if the row has another signature by now. */
export const storeSigned = async (tx: Tx, id: string, signed: SignedIntent): Promise<boolean> => {
  const where = { id, status: 'created' as const, signed: null }
  return (await tx.transaction.updateMany({ where, data: { ...signed, checkAt: firstCheck() } })).count > 0
}

/**
 * Stores a signed transaction of a wallet of the server's own, before its broadcast, and returns its id. It has no user and no intent: that
 * it is signed once is up to a row of the caller's, which `tx` holds locked.
 */
export const createSigned = async (
  tx: Tx,
  intent: Omit<Intent, 'sender'> & { appId: string },
  signed: SignedIntent,
): Promise<string> => {
  const data = { ...intent, ...signed, userId: null, initiator: 'server' as const, checkAt: firstCheck() }
  return (await tx.transaction.create({ data, select: { id: true } })).id
}

/** Notes that a node has accepted a signed transaction. Does nothing for one that is past that status. */
export const markSubmitted = async ({ prisma }: Database, id: string): Promise<void> => {
  const where = { id, status: 'created' as const }
  const data = { status: 'submitted' as const, submittedAt: new Date() }
  countSends(await prisma.transaction.updateManyAndReturn({ where, data, select: { network: true } }), 'submitted')
}

/** Details of a transaction's final status. */
export interface Outcome {
  error?: string | null
  signature?: string
  formerSignatures?: string[]
  /** It failed but may have transferred something: it still counts towards limits. */
  mayHaveTaken?: true
  /** Another transaction used its nonce: the idempotency key is free for another send. */
  neverHappened?: true
  /** The transaction that used its nonce is this wallet's too, and paid the fee. */
  feePaid?: true
}

/** Gives an unsettled transaction its final status. Does nothing to a settled one. */
export const settle = async (
  db: Database,
  id: string,
  status: 'confirmed' | 'failed' | 'expired',
  { mayHaveTaken, neverHappened, feePaid, ...more }: Outcome = {},
): Promise<void> => {
  const isNonceFree = neverHappened || status === 'expired'
  const settled = await db.transaction(async (tx) => {
    const rows = await tx.transaction.updateManyAndReturn({
      where: { id, settledAt: null },
      select: { network: true },
      data: {
        status,
        error: null,
        ...more,
        settledAt: new Date(),
        ...(isNonceFree ? { nonce: null } : {}),
        ...(neverHappened ? { idempotencyKey: null } : {}),
      },
    })
    // The chain charges the fee of a failed transaction.
    const exceptFee = status === 'failed' && (feePaid ?? !neverHappened)
    if (rows.length > 0 && status !== 'confirmed' && !mayHaveTaken) await releaseSpend(tx, id, { exceptFee })
    return rows
  })
  countSends(settled, status)
}

/** Records a provisional status, which a reorganization can change. */
export const recordObservation = async (
  { prisma }: Database,
  id: string,
  status: 'submitted' | 'confirmed' | 'failed',
  { error = null, signature, formerSignatures }: Pick<Outcome, 'error' | 'signature' | 'formerSignatures'> = {},
): Promise<void> => {
  const names = signature === undefined ? {} : { signature, formerSignatures: formerSignatures ?? [] }
  await prisma.transaction.updateMany({ where: { id, settledAt: null }, data: { status, error, ...names } })
}

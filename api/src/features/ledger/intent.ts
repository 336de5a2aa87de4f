import { createHash } from 'node:crypto'
import { type Database, isUniqueViolation, type TransactionModel } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** What a call asks for. */
export interface Intent {
  appId: string
  userId: string
  chain: TransactionModel['chain']
  network: string
  kind: TransactionModel['kind']
  fromAddress: string
  toAddress?: string
  token?: string
  /** Smallest units. */
  amount?: string
  rpcUrl: string
  idempotencyKey?: string | undefined
}

/** What makes two calls the same: everything that was asked for. */
const digestOf = (intent: Intent): Buffer<ArrayBuffer> => {
  const asked = Object.entries(intent).filter(([name]) => name !== 'idempotencyKey')
  return createHash('sha256')
    .update(JSON.stringify(asked.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()
}

export interface OpenedIntent {
  id: string
  /** Set where an earlier call with the same key has signed already: the answer is that call's. */
  signature: string | null
}

const findEarlier = async ({ prisma }: Database, { userId, idempotencyKey }: Intent, bodyDigest: Buffer) => {
  const row = await prisma.transaction.findFirst({ where: { userId, idempotencyKey: idempotencyKey! } })
  if (!row) return undefined
  if (!row.bodyDigest || !bodyDigest.equals(row.bodyDigest)) throw new Problem('idempotency_conflict')
  if (row.signature === null) throw new Problem('send_in_progress', { retryAfter: 1 })
  return { id: row.id, signature: row.signature }
}

/**
 * Writes down what is to be sent, before anything is signed. Of several calls with one idempotency key one gets a new
 * row; a later one gets the row of the first. Throws `idempotency_conflict` where the key stands for another call,
 * `send_in_progress` where the first has not signed yet.
 */
export const openIntent = async (db: Database, intent: Intent): Promise<OpenedIntent> => {
  const bodyDigest = digestOf(intent)
  try {
    const data = { ...intent, idempotencyKey: intent.idempotencyKey ?? null, bodyDigest }
    const { id } = await db.prisma.transaction.create({ data, select: { id: true } })
    return { id, signature: null }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const earlier = await findEarlier(db, intent, bodyDigest)
    // It was given up between the two statements: then this call is the first.
    return earlier ?? openIntent(db, intent)
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
  validUntil?: bigint
}

/** Stores what was signed, before it is broadcast; false where the row has another signature by now. */
export const keepSigned = async ({ prisma }: Database, id: string, signed: SignedIntent): Promise<boolean> => {
  const where = { id, status: 'created' as const, signed: null }
  return (await prisma.transaction.updateMany({ where, data: signed })).count > 0
}

export const markSubmitted = async ({ prisma }: Database, id: string): Promise<void> => {
  const where = { id, status: 'created' as const }
  await prisma.transaction.updateMany({ where, data: { status: 'submitted', submittedAt: new Date() } })
}

/** Ends a transaction for good. Only one that is not settled: what the chain has said once stands. */
export const settle = async (
  { prisma }: Database,
  id: string,
  status: 'confirmed' | 'failed' | 'expired',
  error: string | null = null,
): Promise<void> => {
  const where = { id, status: { in: ['created' as const, 'submitted' as const] } }
  await prisma.transaction.updateMany({ where, data: { status, error, settledAt: new Date() } })
}

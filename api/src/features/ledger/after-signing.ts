import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { atChain } from '../wallets/at-chain.ts'

/** A failure of which the caller must know that the ledger goes on with what was signed: another call would pay twice. */
export const stillGoing = ({ code, message }: Problem): Problem =>
  new Problem(code, {
    message: `${message.replace(/\.$/, '')}. The transaction is signed and goes on being sent: look at the transactions before sending again`,
  })

/** Waits for a broadcast; a failure says that the ledger goes on with it. */
export const afterSigning = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await atChain(work)
  } catch (error) {
    throw error instanceof Problem ? stillGoing(error) : error
  }
}

/**
 * Gives up what a node has refused and nobody else was given: it failed, its nonce is free for the next one, and its
 * idempotency key for another try.
 */
export const giveUp = async ({ db }: Pick<Deps, 'db'>, id: string, error: string): Promise<void> => {
  await db.prisma.transaction.updateMany({
    where: { id, settledAt: null, status: { in: ['created', 'submitted'] } },
    data: { status: 'failed', error, nonce: null, idempotencyKey: null, settledAt: new Date() },
  })
}

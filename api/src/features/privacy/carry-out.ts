import { Prisma, type Tx, type UserDeletionModel } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import type { ServerLife } from '../../resources.ts'
import { record } from '../audit/record.ts'
import { lockWallets } from '../transfers/require-live.ts'
import { eraseUser } from '../user-management/erase.ts'
import type { PrivacyNeeds } from './needs.ts'

type CarryOutNeeds = Pick<PrivacyNeeds, 'db' | 'sessions' | 'boards'> & Pick<ServerLife, 'log'>

/** How often a server looks for deletions that are due, and when it looks again at one that waits or failed. Milliseconds. */
const INTERVAL = 15_000
const AGAIN_AFTER = 60_000

/** The server acts, from no address. */
const byServer = { identity: { kind: 'public' }, ip: null } as const

/** All deletions, or those that a restore repeats. */
type Which = 'all' | 'repeated'

/** Takes the next deletion that is due and that no other server is at. */
const takeNext = async (tx: Tx, which: Which): Promise<UserDeletionModel | undefined> => {
  const [row] = await tx.$queryRaw<UserDeletionModel[]>(Prisma.sql`
    SELECT * FROM "UserDeletion" WHERE "dueAt" <= now() AND "checkAt" <= now() AND (${which === 'all'} OR "isRepeated")
    ORDER BY "checkAt" LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return row
}

const lookAgain = (tx: Tx, userId: string, waitsFor: 'sends' | null) =>
  tx.userDeletion.updateMany({ where: { userId }, data: { checkAt: new Date(Date.now() + AGAIN_AFTER), waitsFor } })

/** Whether something that was signed for the user is not settled. Under the lock of the wallets, nothing more is signed. */
const hasSends = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.transaction.findFirst({
    where: { userId, settledAt: null, signed: { not: null } },
    select: { id: true },
  })) !== null

type Step = { userId: string; appId: string; isErased: boolean } | undefined

/**
 * Erases the next user that is due, in one transaction with the row that says so: a server that is killed leaves both or neither, and of
 * several servers one erases. A deletion that a restore repeats waits for no send: the one that it repeats did.
 */
const carryOutNext = async (
  tx: Tx,
  sessions: CarryOutNeeds['sessions'],
  which: Which,
  note: (userId: string) => void,
): Promise<Step> => {
  const row = await takeNext(tx, which)
  if (!row) return undefined
  const { userId, appId, isRepeated } = row
  note(userId)
  await lockWallets(tx, userId)
  if (!isRepeated && (await hasSends(tx, userId))) {
    await lookAgain(tx, userId, 'sends')
    return { userId, appId, isErased: false }
  }
  const isErased = await eraseUser(tx, sessions, { appId, id: userId }, { ofDeletedApps: true })
  await tx.userDeletion.deleteMany({ where: { userId } })
  const reason = isRepeated ? 'restore' : 'request'
  if (isErased) await record(tx, byServer, { action: 'user.delete', appId, targetId: userId, details: { reason } })
  return { userId, appId, isErased }
}

/** Carries out the deletions that are due. One that fails is logged and tried again later, behind the others. */
export const carryOutDeletions = async (
  { db, sessions, boards, log }: CarryOutNeeds,
  signal?: AbortSignal,
  which: Which = 'all',
): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    let taken: string | undefined
    try {
      const step = await db.transaction((tx) => carryOutNext(tx, sessions, which, (userId) => (taken = userId)))
      if (!step) return
      if (!step.isErased) continue
      sessions.invalidate()
      boards.set(step.appId, step.userId, null)
    } catch (err) {
      if (taken === undefined) throw err
      log.warn({ err, userId: taken }, 'the deletion of a user failed, and is tried again')
      await lookAgain(db.prisma, taken, null)
    }
  }
}

/** Looks for deletions that are due, from the start of the server on. */
export const startDeletions = (background: BackgroundWork, needs: CarryOutNeeds): void => {
  const work = (signal: AbortSignal) => carryOutDeletions(needs, signal)
  background.start('deletions of users were not carried out', work)
  background.repeat(INTERVAL, 'deletions of users were not carried out', work)
}

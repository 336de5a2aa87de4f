import type { Context } from '../auth.ts'
import type { Database } from '../db.ts'
import type { Settings } from '../env.ts'
import { MAX_SESSION_SECONDS } from './account/sessions.ts'
import { writeLookalikeKeys } from './distinct-names.ts'
import { LISTED_FOR } from './account-changes/windows.ts'

type Retention = Pick<Settings, 'auditRetentionDays'>

/** How often what has ended is removed. Milliseconds. */
const EVERY = 10 * 60_000

/**
 * Removes what no longer counts: ended sessions, expired app secrets, counters, one-time values, e-mail codes, account
 * changes, known clients, and
 * signing keys whose last token has ended.
 * Lines of the audit trail go after `auditRetentionDays`, unless that is 0. Every instance may do it; deleting twice deletes
 * once.
 */
export const deleteExpiredRows = async ({ prisma }: Database, { auditRetentionDays }: Retention): Promise<void> => {
  const now = new Date()
  await prisma.session.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.adminSession.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.appSecret.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.oneTime.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.emailCode.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.accountChange.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - LISTED_FOR) } } })
  await prisma.knownClient.deleteMany({ where: { expiresAt: { lt: now } } })
  // An idempotency key stands for its call for a day, and until it is known what became of that.
  await prisma.transaction.updateMany({
    where: {
      idempotencyKey: { not: null },
      settledAt: { not: null },
      createdAt: { lt: new Date(now.getTime() - 86_400_000) },
    },
    data: { idempotencyKey: null },
  })
  const auditedSince = new Date(now.getTime() - auditRetentionDays * 86_400_000)
  if (auditRetentionDays > 0) await prisma.auditEvent.deleteMany({ where: { createdAt: { lt: auditedSince } } })
  await prisma.rateLimit.deleteMany({ where: { expire: { lt: BigInt(now.getTime()) } } })
  // A key signs until the next one is active; after the longest session from then, no token carries it.
  await prisma.$executeRaw`
    DELETE FROM "SigningKey" k WHERE EXISTS (
      SELECT 1 FROM "SigningKey" later
      WHERE later."activeAt" > k."activeAt"
        AND later."activeAt" < now() - make_interval(secs => ${MAX_SESSION_SECONDS}::int)
    )`
}

/** Sweeps now and then until stopped; a failure is logged and tried again at the next turn. Before, usernames of older versions get their key. */
export const startHousekeeping = (db: Database, retention: Retention, log: Context['log']): (() => void) => {
  const turn = () =>
    void deleteExpiredRows(db, retention).catch((err: unknown) => log.warn({ err }, 'housekeeping failed'))
  void writeLookalikeKeys(db.prisma).catch((err: unknown) => log.warn({ err }, 'keys of usernames were not written'))
  const timer = setInterval(turn, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}

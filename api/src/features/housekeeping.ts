import { APPROVALS_KEPT_DAYS } from '@openauth/client'
import type { Database } from '../db.ts'
import type { Settings } from '../env.ts'
import type { BackgroundWork } from '../lib/background-work.ts'
import type { AuditChain } from './audit/chain.ts'
import { PROVIDER_KEY_DAYS } from './signing-keys/provider-keys.ts'
import { MAX_SESSION_SECONDS } from './sessions/lifetime.ts'
import { writeLookalikeKeys } from './distinct-names.ts'
import { LISTED_FOR } from './account-changes/windows.ts'
import { expireApprovals } from './approvals/expire.ts'
import { purgeDeletedTasks, purgeUsedAccounts } from './game/tasks/purge.ts'
import { deleteOldGameDays } from './game/stats/count-days.ts'
import { deleteUnusedClients } from './oidc-provider/registration.ts'
import { deleteOldStatistics } from './rollups/rollup.ts'
import { purgeDeliveries } from './webhooks/purge.ts'

type Retention = Pick<Settings, 'auditRetentionDays'>

/** How often expired rows are deleted. Milliseconds. */
const INTERVAL = 10 * 60_000

/** How long a request for approval is listed. Milliseconds. */
const APPROVALS_KEPT = APPROVALS_KEPT_DAYS * 86_400_000

/** How long an expired service token is told from an unknown one. Milliseconds. */
const ENDED_TOKENS_KEPT = 30 * 86_400_000

/**
 * Ends requests for approval that waited too long, and deletes old ones. Deletes ended sessions, service tokens, device logins, invitations of admins, what OpenID providers store, unused clients that registered themselves, expired app secrets,
 * counters, one-time values, e-mail codes, account changes, accesses of support, known clients, webhook deliveries, and signing keys
 * whose last token has expired; statistics as deleteOldStatistics says. Every instance may run it at any time.
 */
export const deleteExpiredRows = async (db: Database, now = new Date()): Promise<void> => {
  const { prisma } = db
  await deleteOldStatistics(db, now)
  await deleteOldGameDays(db, now.getTime())
  await prisma.session.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.adminSession.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.serviceToken.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - ENDED_TOKENS_KEPT) } } })
  await db.transaction(expireApprovals)
  await prisma.approval.deleteMany({
    where: { state: { notIn: ['pending', 'approved'] }, createdAt: { lt: new Date(now.getTime() - APPROVALS_KEPT) } },
  })
  await prisma.deviceLogin.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.adminInvitation.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.appSecret.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.oneTime.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.oidcRecord.deleteMany({ where: { expiresAt: { lt: now } } })
  await deleteUnusedClients(db, now)
  await prisma.emailCode.deleteMany({ where: { expiresAt: { lt: now } } })
  await prisma.accountChange.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - LISTED_FOR) } } })
  await prisma.supportSession.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - LISTED_FOR) } } })
  await prisma.knownClient.deleteMany({ where: { expiresAt: { lt: now } } })
  // An idempotency key is kept for a day, and until its transaction is settled.
  await prisma.transaction.updateMany({
    where: {
      idempotencyKey: { not: null },
      settledAt: { not: null },
      createdAt: { lt: new Date(now.getTime() - 86_400_000) },
    },
    data: { idempotencyKey: null },
  })
  await purgeDeliveries(db, now)
  await purgeDeletedTasks(prisma)
  // Yesterday is not over on a server whose clock is behind.
  await purgeUsedAccounts(prisma, new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10))
  await prisma.rateLimit.deleteMany({ where: { expire: { lt: BigInt(now.getTime()) } } })
  // A key signs until the next one is active. Once the longest session after that has ended, no token carries it.
  await prisma.$executeRaw`
    DELETE FROM "SigningKey" k WHERE EXISTS (
      SELECT 1 FROM "SigningKey" later
      WHERE later."activeAt" > k."activeAt"
        AND later."activeAt" < now() - make_interval(secs => ${MAX_SESSION_SECONDS}::int)
    )`
  await prisma.$executeRaw`
    DELETE FROM "OidcKey" k WHERE EXISTS (
      SELECT 1 FROM "OidcKey" later
      WHERE later.kind = k.kind AND later."activeAt" > k."activeAt"
        AND later."activeAt" < now() - make_interval(days => ${PROVIDER_KEY_DAYS}::int)
    )`
}

/** Removes audit lines after `auditRetentionDays`, unless that is 0. */
export const removeOldAuditLines = async (
  chain: Pick<AuditChain, 'removeExpired'>,
  { auditRetentionDays }: Retention,
  signal?: AbortSignal,
): Promise<void> => {
  if (auditRetentionDays > 0) await chain.removeExpired(new Date(Date.now() - auditRetentionDays * 86_400_000), signal)
}

/**
 * Adds look-alike keys to usernames of older versions once, and deletes expired rows every ten minutes. A failure is
 * logged; the next run tries again.
 */
export const startHousekeeping = (
  background: BackgroundWork,
  { db, auditChain }: { db: Database; auditChain: AuditChain },
  retention: Retention,
): void => {
  background.start('keys of usernames were not written', (signal) => writeLookalikeKeys(db.prisma, signal))
  background.repeat(INTERVAL, 'housekeeping failed', () => deleteExpiredRows(db))
  background.repeat(INTERVAL, 'old audit lines were not removed', (signal) =>
    removeOldAuditLines(auditChain, retention, signal),
  )
}

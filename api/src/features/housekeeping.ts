import { APPROVALS_KEPT_DAYS } from '@openauth/client'
import type { Database } from '../db.ts'
import type { Settings } from '../env.ts'
import { type Retention, standardRetention } from '../retention-settings.ts'
import type { BackgroundWork } from '../lib/background-work.ts'
import type { AuditChain } from './audit/chain.ts'
import { PROVIDER_KEY_DAYS } from './signing-keys/provider-keys.ts'
import { MAX_SESSION_SECONDS } from './sessions/lifetime.ts'
import { writeLookalikeKeys } from './distinct-names.ts'
import { expireApprovals } from './approvals/expire.ts'
import { purgeDeletedTasks, purgeUsedAccounts } from './game/tasks/purge.ts'
import { deleteOldGameDays } from './game/stats/count-days.ts'
import { deleteUnusedClients } from './oidc-provider/registration.ts'
import { sweep } from './sweeps.ts'
import { purgeDeliveries } from './webhooks/purge.ts'

type AuditRetention = Pick<Settings, 'auditRetentionDays'>

/** How often expired rows are deleted. Milliseconds. */
const INTERVAL = 10 * 60_000

/** How long a request for approval is listed. Milliseconds. */
const APPROVALS_KEPT = APPROVALS_KEPT_DAYS * 86_400_000

/**
 * Ends requests for approval that waited too long, and deletes old ones; deletes what has ended by time alone (sweeps.ts), unused clients
 * that registered themselves, old days of the game, webhook deliveries, deleted tasks, and signing keys whose last token has expired.
 * Every instance may run it at any time.
 */
export const deleteExpiredRows = async (
  db: Database,
  now = new Date(),
  retention: Retention = standardRetention,
): Promise<void> => {
  const { prisma } = db
  await sweep(db, now, retention)
  await deleteOldGameDays(db, now.getTime())
  await db.transaction(expireApprovals)
  await prisma.approval.deleteMany({
    where: { state: { notIn: ['pending', 'approved'] }, createdAt: { lt: new Date(now.getTime() - APPROVALS_KEPT) } },
  })
  await deleteUnusedClients(db, now)
  await purgeDeliveries(db, now, { keptFor: retention.deliveries })
  await purgeDeletedTasks(prisma)
  // Yesterday is not over on a server whose clock is behind.
  await purgeUsedAccounts(prisma, new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10))
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
  { auditRetentionDays }: AuditRetention,
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
  settings: AuditRetention & Pick<Settings, 'retention'>,
): void => {
  background.start('keys of usernames were not written', (signal) => writeLookalikeKeys(db.prisma, signal))
  background.repeat(INTERVAL, 'housekeeping failed', () => deleteExpiredRows(db, new Date(), settings.retention))
  background.repeat(INTERVAL, 'old audit lines were not removed', (signal) =>
    removeOldAuditLines(auditChain, settings, signal),
  )
}

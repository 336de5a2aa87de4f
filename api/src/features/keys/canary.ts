import type { Database } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { type Canary, type Custody, CustodyError, requireComplete } from '../../custody/index.ts'
import { countByKek } from './stored-keys.ts'

type Keys = Pick<Custody, 'createKeyring' | 'status' | 'plan' | 'makeCanary' | 'checkCanary' | 'reload' | 'activate'>

/**
 * Checks that custody has the keys with which this database was written. A keyring is created only for a database that
 * has never had a canary: where wallets exist, a missing keyring is data loss and is reported; a new key would hide
 * it. Throws CustodyError, whose message says what to do.
 */
export const openKeys = async (db: Database, keys: Keys): Promise<void> => {
  const canaries = await db.prisma.keyCanary.findMany()
  if (canaries.length === 0) await keys.createKeyring()
  const { current } = await keys.status().catch((error: unknown) => {
    throw canaries.length > 0 ? asLoss(error) : error
  })
  for (const canary of canaries) await keys.checkCanary(canary)
  requireComplete(await keys.plan(await countByKek(db)))
  if (!canaries.some(({ kekId }) => kekId === current)) await ensureCanary(db, keys, await keys.makeCanary())
}

const asLoss = (error: unknown): unknown =>
  error instanceof CustodyError && error.code === 'keyring_missing'
    ? new CustodyError(
        'keyring_missing',
        `The keyring is missing, and this database holds wallets sealed with it. ${error.message} Or set OPENAUTH_KEYRING_FILE to where it is.`,
      )
    : error

/**
 * Two servers may start on one new database: the first canary is kept, and the second server must be able to open it.
 */
export const ensureCanary = async (
  { prisma }: Database,
  keys: Pick<Keys, 'checkCanary'>,
  { kekId, sealed }: Canary,
): Promise<void> => {
  await prisma.keyCanary.createMany({ data: [{ kekId, sealed }], skipDuplicates: true })
  await keys.checkCanary(await prisma.keyCanary.findUniqueOrThrow({ where: { kekId } }))
}

/**
 * Loads keys that were added, and rotations that were made, outside this process: in the keyring, in KMS's settings,
 * in Vault. No data key is wrapped under a new current key before its canary is stored. A failure changes nothing.
 */
export const reloadKeys = async (db: Database, keys: Keys): Promise<void> => {
  const canary = await keys.reload()
  await ensureCanary(db, keys, canary)
  await keys.activate(canary.kekId)
}

/** How often keys are reloaded, in milliseconds. */
const RELOAD_INTERVAL = 60_000

/** Reloads the keys every minute and on SIGHUP. A failure is logged; the next run tries again. */
export const startKeyReloading = (background: BackgroundWork, db: Database, keys: Keys): void => {
  const reload = ['keys were not refreshed', () => reloadKeys(db, keys)] as const
  background.repeat(RELOAD_INTERVAL, ...reload)
  const onSignal = () => background.start(...reload)
  process.on('SIGHUP', onSignal)
  background.signal.addEventListener('abort', () => process.off('SIGHUP', onSignal))
}

import type { Wallets } from '@openauth/client'
import { expect, test } from 'vitest'
import { createCrashWorld } from './crash-world.ts'

const USERS = 60

test('after kill -9 among first reads every address that was shown is still the user’s, and the job of the import goes on', async () => {
  const { appId, admin, kill, restart, one } = await createCrashWorld()
  const users = Array.from({ length: USERS }, (_, index) => ({ externalId: `user ${index}` }))
  const { verdicts } = await admin().users.bulkImport({ appId, users })
  const ids = verdicts.map(({ id }) => id!)
  const shown = new Map<string, Wallets>()
  // Some are never read: the job of the import makes theirs.
  const reads = ids.slice(0, USERS - 10).map(async (id) => {
    shown.set(id, await admin().users.wallets({ appId, id }))
    if (shown.size === 8) await kill()
  })
  expect((await Promise.allSettled(reads)).some(({ status }) => status === 'rejected')).toBe(true)

  await restart()
  for (const [id, wallets] of shown) expect(await admin().users.wallets({ appId, id })).toEqual(wallets)
  const count = async () => (await one<{ wallets: number }>('SELECT count(*)::int AS wallets FROM "Wallet"')).wallets
  await expect.poll(count, { timeout: 240_000, interval: 1000 }).toBe(USERS * 3)
  expect(await one('SELECT count(DISTINCT address)::int AS different FROM "Wallet"')).toEqual({ different: USERS * 3 })
})

import { expect, test, vi } from 'vitest'
import type { TestUser } from '../../testing.ts'
import { gameWorld } from '../game/game.testing.ts'

// A row about a user that is written while the user is deleted: whoever comes first, none is left of a deleted user.

const world = gameWorld()
const admin = () => world.server.as(world.adminToken)
const pool = () => world.server.resources.db.pool

const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pg_blocking_pids(pid) <> '{}'`
const waitFor = (statements: number): Promise<void> =>
  vi.waitFor(async () => expect((await pool().query(waiting)).rows).toHaveLength(statements), 30_000)

/** Deletes the user while `write` is at the insertion of its row; returns how many rows of the table the user has after both. */
const rowsAfterBoth = async (table: string, by: string, user: TestUser, write: () => Promise<unknown>) => {
  const holder = await pool().connect()
  await holder.query(`CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`)
  await holder.query(`CREATE TRIGGER wait_here BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION wait_here()`)
  await holder.query('SELECT pg_advisory_lock(4711)')
  const writing = write().catch(() => {})
  await waitFor(1)
  const deleting = admin().users.delete({ appId: world.app.id, id: user.id })
  // It waits for the row, or it is done.
  await Promise.race([deleting, waitFor(2).catch(() => {})])
  await holder.query('SELECT pg_advisory_unlock(4711)')
  await Promise.all([writing, deleting])
  await holder.query('DROP FUNCTION wait_here CASCADE')
  holder.release()
  return (await pool().query(`SELECT 1 FROM "${table}" WHERE "${by}" = $1`, [user.id])).rowCount
}

test('support that begins to act in the name of a user who is being deleted leaves nothing about the user', async () => {
  await admin().apps.update({ id: world.app.id, impersonationEnabled: true })
  const user = await world.player()
  const begin = () => admin().users.impersonate({ appId: world.app.id, id: user.id, reason: 'ticket 4711' })
  expect(await rowsAfterBoth('SupportSession', 'userId', user, begin)).toBe(0)
})

test('wallet rules for a user who is being deleted are not kept', async () => {
  const user = await world.player()
  const change = () =>
    admin().walletPolicies.updateOfUser({ appId: world.app.id, id: user.id, tokens: ['solana:native'] })
  expect(await rowsAfterBoth('WalletPolicy', 'ownerId', user, change)).toBe(0)
})

test('an invitation that is paid while the inviter is deleted leaves no reward with the id of whom it was for', async () => {
  const [inviter, invited] = [await world.player(), await world.player()]
  await world.profile(invited)
  await world.give(invited, 10_000_000)
  const { referCode } = await inviter.client.account.profile()
  const accept = () => invited.client.account.bindReferrer({ referCode })
  expect(await rowsAfterBoth('RingReward', 'userId', inviter, accept)).toBe(0)
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from './db.ts'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from './testing.ts'

let server: TestServer
let app: TestApp
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  app = await createTestApp(server, await signInAsAdmin(server), 'Conflicts')
})
afterAll(() => server.stop())

/**
 * Makes the database abort the next `times` transactions that write to a table. A sequence keeps counting after a
 * rollback.
 */
const failNext = async (table: string, times: number, state: string) => {
  await server.resources.db.pool.query(`
    CREATE SEQUENCE failures;
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('failures') <= ${times} THEN RAISE 'aborted for a test' USING ERRCODE = '${state}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION fail()`)
}
const runs = async () => {
  const { rows } = await server.resources.db.pool.query<{ runs: string }>('SELECT last_value AS runs FROM failures')
  return Number(rows[0]!.runs)
}

describe('a transaction that the database aborts for a conflict', () => {
  afterEach(async () => {
    await server.resources.db.pool.query(`
      DROP FUNCTION IF EXISTS fail CASCADE;
      DROP SEQUENCE IF EXISTS failures`)
  })

  test.each(['40P01', '40001'])('%s is retried without an error to the caller', async (state) => {
    await failNext('WalletSeed', 3, state)
    const user = await signInAs(server, app.id, `patient ${state}`)
    expect(await runs()).toBeGreaterThan(3)
    expect(await user.client.account.wallets()).toHaveProperty('solWallet')
  })

  test('in a raw statement is retried too', async () => {
    await failNext('AdminSession', 1, '40P01')
    expect(await signInAsAdmin(server)).toBeTruthy()
    expect(await runs()).toBeGreaterThan(1)
  })

  test('is given up after the retries, and changes nothing', async () => {
    await failNext('WalletSeed', 4, '40P01')
    const users = await server.resources.db.prisma.user.count()
    await expect(signInAs(server, app.id, 'unlucky')).rejects.toMatchObject({ status: 500 })
    expect(await runs()).toBe(4)
    expect(await server.resources.db.prisma.user.count()).toBe(users)
  })

  test('is not retried for another reason', async () => {
    await failNext('WalletSeed', 1, '23514')
    await expect(signInAs(server, app.id, 'refused')).rejects.toMatchObject({ status: 500 })
    expect(await runs()).toBe(1)
  })
})

test('two transactions that deadlock both succeed', async () => {
  const users = [await signInAs(server, app.id, 'first'), await signInAs(server, app.id, 'second')]
  const ids = users.map(({ id }) => id)
  let holding = 0
  let begun = 0
  const write = (tx: Tx, id: string, displayName: string) =>
    tx.user.update({ where: { id }, data: { displayName }, select: { id: true } })
  const crosswise = (order: string[], name: string) =>
    server.resources.db.transaction(async (tx) => {
      begun += 1
      await write(tx, order[0]!, name)
      holding += 1
      while (holding < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      await write(tx, order[1]!, name)
    })
  await Promise.all([crosswise(ids, 'one'), crosswise(ids.toReversed(), 'two')])
  // A third time, and where the machine is slow a fourth, in which the two meet again.
  expect(begun).toBeGreaterThan(2)
})

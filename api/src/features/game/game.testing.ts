import type { PoolClient } from 'pg'
import type { GameProfile } from '@openauth/client'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { DAY } from './account.ts'
import type { RingAccountNeeds } from './open-account.ts'
import { isEarned } from './posting-kinds.ts'
import { createRulesCache } from './rules.ts'
import { createSquadTotals } from './squads/totals.ts'

export interface GameWorld {
  server: TestServer
  adminToken: string
  app: TestApp
  clock: { now: number }
  player: (appId?: string) => Promise<TestUser>
  profile: (user: TestUser) => Promise<GameProfile>
  click: (user: TestUser, count: unknown, seq: unknown) => ReturnType<TestServer['send']>
  call: (user: TestUser, path: string, body?: unknown) => ReturnType<TestServer['send']>
  /** Sets a player's rings as if they had been earned, so that what they buy can be tried. */
  give: (user: TestUser, rings: number) => Promise<void>
  /** Asserts that the ledger of a player has no gaps, adds up to its balance, and to what it has earned. */
  expectSoundLedger: (user: TestUser) => Promise<void>
  /** Resolves when a statement waits for a row that another one has locked. */
  waitForLock: () => Promise<void>
  /** What the server sends to its database while `work` runs, without what begins and ends transactions. */
  statementsOf: (work: () => Promise<unknown>) => Promise<string[]>
  /** What opening an account needs, as another server has it. */
  accountNeeds: () => RingAccountNeeds
}

/** A server with a clock of the test's, an app, and players; `settings` beside those of tests. Called at the top of a test file. */
export const gameWorld = (settings: Record<string, string> = {}): GameWorld => {
  // Noon, so that some hours pass on one day.
  const clock = { now: Math.floor(Date.now() / DAY) * DAY + DAY / 2 }
  const world = { clock } as GameWorld
  let serial = 0
  beforeAll(async () => {
    world.server = await testServer(
      { OPENAUTH_RATE_LIMIT_SCALE: '0', ...settings },
      { build: { clock: () => clock.now } },
    )
    world.adminToken = await signInAsAdmin(world.server)
    world.app = await createTestApp(world.server, world.adminToken, 'Game')
  })
  afterAll(() => world.server.stop())

  const prisma = () => world.server.resources.db.prisma
  world.player = (appId = world.app.id) => signInAs(world.server, appId, `player ${(serial += 1)}`)
  world.call = ({ token }, path, body = {}) => world.server.send('POST', `/api/${path}`, { token, body })
  world.click = (user, count, seq) => world.call(user, 'click', { count, seq })
  world.profile = async ({ token }) => (await world.server.send('GET', '/api/profile', { token })).body.data
  world.give = async (user, rings) => {
    const reward = {
      userId: user.id,
      kind: 'referral',
      reference: `test ${(serial += 1)}`,
      amount: rings,
      grantedAt: 0,
    } as const
    await prisma().ringReward.create({ data: reward })
    await world.profile(user)
  }
  world.expectSoundLedger = async ({ id: userId }) => {
    const entries = await prisma().ringEntry.findMany({ where: { userId }, orderBy: { firstSeq: 'asc' } })
    const account = await prisma().player.findUniqueOrThrow({ where: { userId } })
    let [seq, balance, earned] = [0n, 0n, 0n]
    for (const entry of entries) {
      expect(entry.firstSeq).toBe(seq + 1n)
      expect(entry.lastSeq >= entry.firstSeq).toBe(true)
      seq = entry.lastSeq
      balance += entry.amount
      expect(entry.balance).toBe(balance)
      if (isEarned(entry.kind)) earned += entry.amount
    }
    expect([account.rings, account.earned, account.ledgerSeq]).toEqual([balance, earned, seq])
  }
  world.waitForLock = async () => {
    const lockWaits = async () => {
      const { rows } = await world.server.resources.db.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    await expect.poll(lockWaits).toBeGreaterThan(0)
  }
  world.statementsOf = async (work) => {
    const { pool } = world.server.resources.db
    const sent: string[] = []
    const watched = new Set<PoolClient>()
    const watch = (client: PoolClient) => {
      const send = client.query.bind(client) as (...args: unknown[]) => unknown
      client.query = ((...args: unknown[]) => {
        const [first] = args
        sent.push(typeof first === 'string' ? first : (first as { text: string }).text)
        return send(...args)
      }) as typeof client.query
      watched.add(client)
    }
    pool.on('acquire', watch)
    await work().finally(() => pool.off('acquire', watch))
    for (const client of watched) Reflect.deleteProperty(client, 'query')
    return sent.filter((text) => !/^(BEGIN|COMMIT|SET)/.test(text))
  }
  world.accountNeeds = () => {
    const { db } = world.server.resources
    const { boards } = world.server.app.services
    return { db, boards, clock: () => clock.now, gameRules: createRulesCache(db), squadTotals: createSquadTotals(db) }
  }
  return world
}

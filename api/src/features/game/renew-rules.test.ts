import { changeGameRules, defaultGameRules } from '@openauth/client'
import { expect, test } from 'vitest'
import { gameWorld } from './game.testing.ts'
import { renewRules } from './renew-rules.ts'

const world = gameWorld()
const { clock, click } = world

test('accounts of older rules are brought to newer ones together, but for one that something else has locked', async () => {
  const { db } = world.server.resources
  const users = [await world.player(), await world.player(), await world.player()]
  for (const user of users) await click(user, 50, 1)
  const rules = changeGameRules(defaultGameRules, { energy: { max: 980, perSecond: 7 }, taps: { rings: 3 } })
  const renew = (version = 1) =>
    renewRules(
      db,
      users.map(({ id: userId }) => ({ userId, rules: { version, rules } })),
      clock.now + 20_000,
    )
  await db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Player" WHERE "userId" = ${users[0]!.id}::uuid FOR UPDATE`
    expect(await renew()).toBe(2)
  })
  expect(await renew()).toBe(1)
  expect(await renew()).toBe(0)
  const accounts = await db.prisma.player.findMany({ where: { userId: { in: users.map(({ id }) => id) } } })
  expect(accounts).toHaveLength(3)
  for (const account of accounts)
    // What has refilled until now has done so by the rules of before: 950 of 1000, and 20 s.
    expect(account).toMatchObject({
      rulesVersion: 1,
      ringsPerTap: 3,
      maxEnergy: 980,
      energyPerSecond: 7,
      energy: 970_000n,
      rings: 50n,
      seq: 1n,
      settledAt: BigInt(clock.now + 20_000),
    })
})

test('an account that changes between the read and the change is left to its own call', async () => {
  const { db } = world.server.resources
  const user = await world.player()
  await click(user, 50, 1)
  const version = 1 + (await db.prisma.player.findUniqueOrThrow({ where: { userId: user.id } })).rulesVersion
  let isRead = false
  const query: typeof db.query = async (statement, values) => {
    if (isRead) await click(user, 10, 2)
    isRead = true
    return db.query(statement, values)
  }
  const players = [{ userId: user.id, rules: { version, rules: defaultGameRules } }]
  expect(await renewRules({ query }, players, clock.now)).toBe(0)
  expect((await world.profile(user)).rings).toBe(60)
})

import { expect, test } from 'vitest'
import { gameWorld } from './game.testing.ts'
import { createLedgerWatch } from './watch-ledgers.ts'

const world = gameWorld()

test('every account is checked in turn; one that differs from its ledger is reported until it is put right', async () => {
  const players = []
  for (let index = 0; index < 5; index += 1) players.push(await world.player())
  for (const user of players) await world.click(user, 10, 1)
  const { db } = world.server.resources
  const watch = createLedgerWatch(db, 2)
  const checkAll = async () => {
    for (let run = 0; run < 3; run += 1) await watch.check()
  }
  await checkAll()
  expect(watch.differences()).toEqual([])
  const userId = players[3]!.id
  await db.prisma.player.update({ where: { userId }, data: { rings: 1_000_000 } })
  await checkAll()
  expect(watch.differences()).toEqual([{ userId, appId: world.app.id }])
  await db.prisma.player.update({ where: { userId }, data: { rings: 10 } })
  await checkAll()
  expect(watch.differences()).toEqual([])
})

test('operators are told', async () => {
  const user = await world.player()
  await world.click(user, 10, 1)
  await world.server.resources.db.prisma.player.update({ where: { userId: user.id }, data: { rings: 11 } })
  await world.server.app.services.ledgerWatch.check()
  const items = await world.server.as(world.adminToken).attention.list()
  expect(items).toContainEqual({
    code: 'ring_ledger_differs',
    severity: 'error',
    appId: world.app.id,
    subject: user.id,
    data: { players: 1 },
  })
})

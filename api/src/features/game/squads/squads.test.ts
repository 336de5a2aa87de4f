import { expect, test } from 'vitest'
import { createTestApp, type TestUser } from '../../../testing.ts'
import { gameWorld } from '../game.testing.ts'

const world = gameWorld()
const newApp = async (name: string) => (await createTestApp(world.server, world.adminToken, name)).id
const send = (user: TestUser, method: string, path: string, body?: object) =>
  world.server.send(method, `/api/squads${path}`, { token: user.token, ...(body ? { body } : {}) })
const found = async (user: TestUser, name: string) => {
  await world.give(user, 1000)
  return (await send(user, 'POST', '', { name })).body.data as { id: string; name: string }
}
const listOf = async (user: TestUser, query = '') => (await send(user, 'GET', query)).body
/** Squads are added up some seconds later. */
const addUp = () => world.server.app.services.squadTotals.flush()

test('a player founds a squad for its price, and others join and leave it', async () => {
  const appId = await newApp('Founding')
  const [founder, member] = [await world.player(appId), await world.player(appId)]
  expect((await send(founder, 'POST', '', { name: 'Ring Lords' })).body.code).toBe('not_enough_rings')
  const squad = await found(founder, ' Ring  Lords ')
  expect(squad).toMatchObject({ name: 'Ring  Lords', members: 1, rings: 1000, rank: 1, isMine: true })
  expect(await world.profile(founder)).toMatchObject({ rings: 0, squad: { id: squad.id, members: 1, rank: 1 } })
  await world.expectSoundLedger(founder)

  expect((await send(member, 'POST', `/${squad.id}/join`)).body.data).toMatchObject({ members: 2, isMine: true })
  expect((await send(member, 'POST', `/${squad.id}/join`)).body.data).toMatchObject({ members: 2 })
  await world.click(member, 50, 1)
  await addUp()
  const { body } = await send(member, 'GET', `/${squad.id}`)
  expect(body.data).toMatchObject({
    rings: 1050,
    members: 2,
    isLeader: false,
    best: [
      { rank: 1, rings: 1000, isLeader: true, isMe: false },
      { rank: 2, rings: 50, isLeader: false, isMe: true },
    ],
  })
  expect((await send(member, 'POST', '/leave')).status).toBe(200)
  expect((await send(member, 'POST', '/leave')).status).toBe(200)
  await addUp()
  expect(await listOf(founder)).toMatchObject({
    data: [{ members: 1, rings: 1000, isMine: true }],
    meta: { totalItems: 1, mine: { id: squad.id }, price: 1000 },
  })
  expect((await world.profile(member)).squad).toBe(null)
})

test('squads that a search finds have their ranks among all squads', async () => {
  const appId = await newApp('Searched squads')
  const totals = [90, 80, 80, 70, 60, 60, 60, 50]
  const squads = totals.map((earned, index) => {
    const name = index % 2 ? `Seen ${index}` : `Other ${index}`
    const keys = { nameKey: name.toLowerCase(), lookalikeKey: name.toLowerCase() }
    return { appId, name, ...keys, leaderId: appId, members: 0, earned, createdAt: 0 }
  })
  await world.server.resources.db.prisma.squad.createMany({ data: squads })
  const { data } = await listOf(await world.player(appId), '?search=seen')
  expect(data.map(({ name, rank }: { name: string; rank: number }) => [name, rank])).toEqual([
    ['Seen 1', 2],
    ['Seen 3', 4],
    ['Seen 5', 5],
    ['Seen 7', 8],
  ])
})

test('squads stand in the order of what their members have earned; equal ones share a rank', async () => {
  const appId = await newApp('Order')
  const founders = await Promise.all(['Alpha', 'Beta', 'Gamma'].map(async () => world.player(appId)))
  for (const [index, name] of ['Alpha', 'Beta', 'Gamma'].entries()) await found(founders[index]!, name)
  await world.click(founders[2]!, 30, 1)
  await addUp()
  const ranks = ({ data }: { data: { name: string; rank: number }[] }) => data.map(({ name, rank }) => [name, rank])
  expect(ranks(await listOf(founders[0]!))).toEqual([
    ['Gamma', 1],
    ['Alpha', 2],
    ['Beta', 2],
  ])
  expect(ranks(await listOf(founders[0]!, '?page=3&limit=1'))).toEqual([['Beta', 2]])
  expect(ranks(await listOf(founders[0]!, '?search=BET'))).toEqual([['Beta', 2]])
  expect(ranks(await listOf(founders[0]!, '?search=%25'))).toEqual([])
})

test('who leads a squad and leaves is followed by the longest member; the last one ends it', async () => {
  const appId = await newApp('Leaders')
  const [first, second, third] = [await world.player(appId), await world.player(appId), await world.player(appId)]
  const { id } = await found(first, 'Leaders')
  for (const user of [second, third]) {
    world.clock.now += 1000
    await send(user, 'POST', `/${id}/join`)
  }
  await send(first, 'POST', '/leave')
  expect((await send(second, 'GET', `/${id}`)).body.data).toMatchObject({ isLeader: true, members: 2 })
  // A deleted user leaves too.
  await world.server.as(world.adminToken).users.delete({ appId, id: second.id })
  expect((await send(third, 'GET', `/${id}`)).body.data).toMatchObject({ isLeader: true, members: 1 })
  await send(third, 'POST', '/leave')
  expect((await send(first, 'GET', `/${id}`)).body.code).toBe('squad_not_found')
  expect((await listOf(first)).data).toEqual([])
})

const DAY = 24 * 60 * 60 * 1000

test('a leader removes a member, who cannot join that squad again for seven days, but others', async () => {
  const appId = await newApp('Removing')
  const [leader, member] = [await world.player(appId), await world.player(appId)]
  const { id } = await found(leader, 'Strict')
  await send(member, 'POST', `/${id}/join`)
  expect((await send(leader, 'DELETE', `/${id}/members/${member.id}`)).status).toBe(200)
  expect((await send(leader, 'DELETE', `/${id}/members/${member.id}`)).body.code).toBe('squad_member_not_found')
  expect((await world.profile(member)).squad).toBe(null)
  const refused = await send(member, 'POST', `/${id}/join`)
  expect([refused.status, refused.body.code]).toEqual([403, 'removed_from_squad'])
  // What is refused counts no member, and another squad takes the player, and lets it go.
  expect((await send(leader, 'GET', `/${id}`)).body.data.members).toBe(1)
  const other = await found(await world.player(appId), 'Lenient')
  expect((await send(member, 'POST', `/${other.id}/join`)).status).toBe(200)
  expect((await send(member, 'POST', '/leave')).status).toBe(200)
  expect((await send(member, 'POST', `/${other.id}/join`)).status).toBe(200)
  await send(member, 'POST', '/leave')
  world.clock.now += 7 * DAY - 1
  expect((await send(member, 'POST', `/${id}/join`)).body.code).toBe('removed_from_squad')
  world.clock.now += 1
  expect((await send(member, 'POST', `/${id}/join`)).body.data.members).toBe(2)
})

test('removals are kept as long as they hold, and go with the squad and with the user', async () => {
  const appId = await newApp('Removals')
  const [leader, first, second] = [await world.player(appId), await world.player(appId), await world.player(appId)]
  const { id } = await found(leader, 'Forgiving')
  const { prisma } = world.server.resources.db
  const removed = async () =>
    (await prisma.squadRemoval.findMany({ where: { squadId: id } })).map(({ userId }) => userId)
  const remove = async (member: TestUser) => {
    await send(member, 'POST', `/${id}/join`)
    await send(leader, 'DELETE', `/${id}/members/${member.id}`)
  }
  await remove(first)
  expect(await removed()).toEqual([first.id])
  world.clock.now += 7 * DAY
  await remove(second)
  expect(await removed()).toEqual([second.id])
  const admin = world.server.as(world.adminToken)
  await admin.users.delete({ appId, id: second.id })
  expect(await removed()).toEqual([])
  await remove(first)
  await admin.gameSquads.removeMember({ appId, id, userId: leader.id })
  expect([await removed(), await prisma.squad.count({ where: { id } })]).toEqual([[], 0])
})

test('disabled members are not shown', async () => {
  const appId = await newApp('Hidden')
  const [leader, member] = [await world.player(appId), await world.player(appId)]
  const { id } = await found(leader, 'Visible')
  await send(member, 'POST', `/${id}/join`)
  await world.server.as(world.adminToken).users.disable({ appId, id: member.id })
  expect((await send(leader, 'GET', `/${id}`)).body.data.best).toHaveLength(1)
})

test('squads that no server added up are added up in turn', async () => {
  const appId = await newApp('Crashed')
  const user = await world.player(appId)
  const { id } = await found(user, 'Forgotten')
  const { prisma } = world.server.resources.db
  await prisma.squad.update({ where: { id }, data: { earned: 5 } })
  await world.server.app.services.squadTotals.check()
  expect((await listOf(user)).data).toMatchObject([{ rings: 1000 }])
})

test('operators list, rename and remove squads and members, and the audit has it', async () => {
  const appId = await newApp('Operators')
  const [leader, member] = [await world.player(appId), await world.player(appId)]
  const { id } = await found(leader, 'Rude name')
  await send(member, 'POST', `/${id}/join`)
  const admin = world.server.as(world.adminToken)
  expect((await admin.gameSquads.list({ appId, search: 'rude' })).data).toMatchObject([{ id, leaderId: leader.id }])
  expect(await admin.gameSquads.update({ appId, id, name: 'Kind name' })).toMatchObject({ name: 'Kind name' })
  expect((await admin.gameSquads.get({ appId, id })).best).toHaveLength(2)
  await admin.gameSquads.removeMember({ appId, id, userId: leader.id })
  expect(await admin.gameSquads.get({ appId, id })).toMatchObject({ leaderId: member.id, members: 1 })
  await admin.gameSquads.delete({ appId, id })
  expect((await world.profile(member)).squad).toBe(null)
  const { data } = await admin.audit.list({ appId, limit: 10 })
  expect(data.map(({ action }) => action).filter((action) => /squad/.test(action))).toEqual([
    'squad.delete',
    'player.remove-from-squad',
    'squad.update',
  ])
})

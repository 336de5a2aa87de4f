import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestUser } from '../../../testing.ts'
import { gameWorld } from '../game.testing.ts'

const world = gameWorld()
const newApp = async (name: string) => (await createTestApp(world.server, world.adminToken, name)).id
const send = (user: TestUser, method: string, path: string, body?: object) =>
  world.server.send(method, `/api/squads${path}`, { token: user.token, ...(body ? { body } : {}) })
const rich = async (appId: string, rings = 10_000) => {
  const user = await world.player(appId)
  await world.give(user, rings)
  return user
}
const found = async (user: TestUser, name: string) => (await send(user, 'POST', '', { name })).body.data.id as string
test('a squad of another app does not exist', async () => {
  const [here, there] = [await newApp('Here'), await newApp('There')]
  const id = await found(await rich(there), 'Foreign')
  const user = await rich(here)
  for (const [method, path] of [
    ['GET', `/${id}`],
    ['POST', `/${id}/join`],
    ['DELETE', `/${id}/members/${user.id}`],
  ] as const)
    expect((await send(user, method, path)).body.code).toBe('squad_not_found')
  const { prisma } = world.server.resources.db
  const account = await prisma.player.findUniqueOrThrow({ where: { userId: user.id } })
  expect(account).toMatchObject({ squadId: null, squadJoinedAt: null })
  expect(await prisma.squad.findUniqueOrThrow({ where: { id } })).toMatchObject({ members: 1 })
  expect((await send(user, 'GET', '')).body.data).toEqual([])
  const admin = world.server.as(world.adminToken)
  await expect(admin.gameSquads.get({ appId: here, id })).rejects.toMatchObject({ code: 'squad_not_found' })
  await expect(admin.gameSquads.delete({ appId: here, id })).rejects.toMatchObject({ code: 'squad_not_found' })
})

test('of twenty squads that a player founds at once there is one, paid once', async () => {
  const user = await rich(await newApp('At once'))
  const answers = await Promise.all(
    Array.from({ length: 19 }, (_, index) => send(user, 'POST', '', { name: `Squad number ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await world.profile(user)).rings).toBe(9000)
  await world.expectSoundLedger(user)
})

test('of many players who found a squad with one name at once, one has it, and the others keep their rings', async () => {
  const appId = await newApp('One name')
  const users = await Promise.all(Array.from({ length: 6 }, async () => rich(appId)))
  const answers = await Promise.all(
    users.map((user, index) => send(user, 'POST', '', { name: index % 2 ? 'ONE' : 'one' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400])
  const rings = await Promise.all(users.map(async (user) => (await world.profile(user)).rings))
  expect(rings.toSorted((a, b) => a - b)).toEqual([9000, ...Array.from({ length: 5 }, () => 10_000)])
})

test('a squad takes no more members than the rules allow, whoever comes at once', async () => {
  const appId = await newApp('Full')
  await world.server.as(world.adminToken).gameRules.update({ appId, squads: { maxMembers: 3 } })
  const id = await found(await rich(appId), 'Small')
  const users = await Promise.all(Array.from({ length: 8 }, async () => world.player(appId)))
  const answers = await Promise.all(users.map((user) => send(user, 'POST', `/${id}/join`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.filter(({ body }) => body.code === 'squad_full')).toHaveLength(6)
  const { prisma } = world.server.resources.db
  expect(await prisma.player.count({ where: { squadId: id } })).toBe(3)
})

test('a player who joins several squads at once is in one', async () => {
  const appId = await newApp('Several')
  const ids = [await found(await rich(appId), 'First one'), await found(await rich(appId), 'Second one')]
  const user = await world.player(appId)
  const answers = await Promise.all([...ids, ...ids].map((id) => send(user, 'POST', `/${id}/join`)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  const { data } = (await send(user, 'GET', '')).body
  expect(data.map(({ members }: { members: number }) => members).toSorted()).toEqual([1, 2])
})

test('members who join and leave at once leave the count right', async () => {
  const appId = await newApp('Come and go')
  const id = await found(await rich(appId), 'Restless')
  const users = await Promise.all(Array.from({ length: 6 }, async () => world.player(appId)))
  for (let round = 0; round < 3; round += 1)
    await Promise.all(users.flatMap((user) => [send(user, 'POST', `/${id}/join`), send(user, 'POST', '/leave')]))
  const { prisma } = world.server.resources.db
  const { members } = await prisma.squad.findUniqueOrThrow({ where: { id } })
  expect(members).toBe(await prisma.player.count({ where: { squadId: id } }))
})

test('only the leader removes members, and not itself', async () => {
  const appId = await newApp('Leader only')
  const leader = await rich(appId)
  const id = await found(leader, 'Ruled')
  const [member, stranger] = [await world.player(appId), await world.player(appId)]
  await send(member, 'POST', `/${id}/join`)
  for (const user of [member, stranger])
    expect((await send(user, 'DELETE', `/${id}/members/${leader.id}`)).body.code).toBe('not_squad_leader')
  expect((await send(leader, 'DELETE', `/${id}/members/${leader.id}`)).body.code).toBe('not_squad_leader')
  expect((await send(leader, 'DELETE', `/${id}/members/${stranger.id}`)).body.code).toBe('squad_member_not_found')
  // A user of another app gets no account in this one.
  const foreigner = await world.player()
  expect((await send(leader, 'DELETE', `/${id}/members/${foreigner.id}`)).body.code).toBe('squad_member_not_found')
  expect(await world.server.resources.db.prisma.player.count({ where: { userId: foreigner.id } })).toBe(0)
})

test('a leader removes nobody from another squad that the member joins meanwhile', async () => {
  const appId = await newApp('Moving')
  const leader = await rich(appId)
  const [left, joined] = [await found(leader, 'Left squad'), await found(await rich(appId), 'Joined squad')]
  const member = await world.player(appId)
  await send(member, 'POST', `/${left}/join`)
  const { prisma, transaction } = world.server.resources.db
  let removal: ReturnType<typeof send> | undefined
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Player" WHERE "userId" = ${member.id}::uuid FOR UPDATE`
    removal ??= send(leader, 'DELETE', `/${left}/members/${member.id}`)
    await world.waitForLock()
    // As another server does, at which the member leaves one squad and joins the other.
    await tx.player.update({ where: { userId: member.id }, data: { squadId: joined } })
    await tx.squad.update({ where: { id: left }, data: { members: 1 } })
    await tx.squad.update({ where: { id: joined }, data: { members: 2 } })
  })
  expect((await removal!).body.code).toBe('squad_member_not_found')
  expect((await world.profile(member)).squad).toMatchObject({ id: joined, members: 2 })
  expect(await prisma.squad.findUniqueOrThrow({ where: { id: left } })).toMatchObject({ members: 1 })
})

let namesApp: string
beforeAll(async () => {
  namesApp = await newApp('Names')
})
test.each([
  ['', 'invalid_input'],
  ['ab', 'invalid_input'],
  ['x'.repeat(31), 'invalid_input'],
  ['with\u0000zero', 'invalid_input'],
  ['\u202Eevil', 'invalid_input'],
  ['раypal team', 'name_mixes_scripts'],
  ['admin', 'name_reserved'],
])('the name %j is refused', async (name, code) => {
  const user = await rich(namesApp)
  const { status, body } = await send(user, 'POST', '', { name })
  expect([status, body.code]).toEqual([400, code])
})

test('a name that looks like another squad’s is refused', async () => {
  const appId = await newApp('Alike')
  await found(await rich(appId), 'scope')
  // Cyrillic letters that look the same.
  expect((await send(await rich(appId), 'POST', '', { name: 'ѕсоре' })).body.code).toBe('name_looks_alike')
})

test('squads that are off take nobody, and leaving goes on', async () => {
  const appId = await newApp('Off')
  const user = await rich(appId)
  const id = await found(user, 'Closing')
  await world.server.as(world.adminToken).gameRules.update({ appId, squads: { enabled: false } })
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', `/${id}`, undefined],
    ['POST', '', { name: 'Another' }],
    ['POST', `/${id}/join`, undefined],
  ] as const)
    expect((await send(await world.player(appId), method, path, body)).body.code).toBe('squads_off')
  expect((await send(user, 'POST', '/leave')).status).toBe(200)
})

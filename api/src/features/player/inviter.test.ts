import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer, type TestUser } from '../../testing.ts'

let server: TestServer
let adminToken: string
let appId: string
let ada: TestUser
beforeAll(async () => {
  // A tenth of the limits: 30 questions in five minutes.
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0.1' })
  adminToken = await signInAsAdmin(server)
  appId = (await createTestApp(server, adminToken, 'First')).id
  ada = await signInAs(server, appId, 'ada')
})
afterAll(() => server.stop())

const codeOf = async (user: TestUser) => (await user.client.account.profile()).referCode
const ask = async (referCode: string) => (await server.send('GET', `/player/inviter?referCode=${referCode}`)).body.data

test('the name of an inviter is told once the boards show it, and nothing else of it', async () => {
  await server.resources.db.prisma.user.update({ where: { id: ada.id }, data: { displayName: 'Countess' } })
  const code = await codeOf(ada)
  // A player without rings is on no board.
  expect(await ask(code)).toEqual({ name: null })
  await ada.client.game.click({ count: 1, seq: 1 })
  await expect.poll(() => ask(code), { interval: 400, timeout: 20_000 }).toEqual({ name: 'ada' })
  const { data } = await ada.client.game.leaderboard()
  expect(data.map(({ username }) => username)).toEqual(['ada'])
})

test('a wrong code, a user of another app and a player whom boards do not show have no name', async () => {
  const other = await createTestApp(server, adminToken, 'Second')
  const eve = await signInAs(server, other.id, 'eve')
  await eve.client.game.click({ count: 1, seq: 1 })
  const bob = await signInAs(server, appId, 'bob')
  await bob.client.game.click({ count: 1, seq: 1 })
  const code = await codeOf(bob)
  await server.as(adminToken).users.disable({ appId, id: bob.id })
  for (const unknown of ['NOBODY99', 'nonsense', ada.id, await codeOf(eve), code])
    expect([unknown, await ask(unknown)]).toEqual([unknown, { name: null }])
})

test('nothing is told where the app has no game, whose boards would show it', async () => {
  const code = await codeOf(ada)
  const { gameRules } = server.as(adminToken)
  await gameRules.update({ appId, enabled: false })
  await expect.poll(() => ask(code), { interval: 700, timeout: 20_000 }).toEqual({ name: null })
  await gameRules.update({ appId, enabled: true })
})

test('an address can ask for some codes only', async () => {
  const statuses = []
  for (let turn = 0; turn < 31; turn += 1)
    statuses.push((await server.send('GET', '/player/inviter?referCode=NOBODY99')).status)
  expect(statuses.at(-1)).toBe(429)
})

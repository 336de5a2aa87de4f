import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../testing.ts'
import { type PermissionHarness, startPermissionHarness } from './permissions.testing.ts'

let server: PermissionHarness['server']
let adminToken: PermissionHarness['adminToken']
let app: PermissionHarness['app']
let newUser: PermissionHarness['newUser']
let post: PermissionHarness['post']
beforeAll(async () => {
  ;({ adminToken, app, newUser, post, server } = await startPermissionHarness())
})
afterAll(() => server.stop())

const rowsOf = ({ id: userId }: TestUser) =>
  server.resources.db.prisma.dappPermission.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })

test.each([
  'null',
  '',
  '*',
  'https://*.example',
  'game.example',
  'http://game.example',
  'ftp://game.example',
  'https://game.example/path',
  'https://game.example?q',
  'https://game.example#x',
  'https://me@game.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://game.example/x',
  'http://localhost.game.example',
  'http://127.0.0.1.game.example',
  'https:\\\\game.example',
  `https://${'a'.repeat(300)}.example`,
  5,
  ['https://game.example'],
  undefined,
])('iframe bridge abuse: %s is refused as an origin', async (origin) => {
  const user = await newUser()
  const { status, body } = await post(user, { origin })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(await rowsOf(user)).toEqual([])
})

describe('concurrent calls', () => {
  test('for one origin create one row', async () => {
    const user = await newUser()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(user, { origin: 'https://one.example' })))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await rowsOf(user)).toHaveLength(1)
  })

  test('create at most 200, and existing permissions can still be used', async () => {
    const user = await newUser()
    await server.resources.db.prisma.dappPermission.createMany({
      data: Array.from({ length: 195 }, (_, index) => ({ userId: user.id, origin: `https://old-${index}.example` })),
    })
    const ask = (index: number) => post(user, { origin: `https://new-${index}.example` })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(new Set(refused)).toEqual(new Set(['too_many_permissions']))
    expect(await rowsOf(user)).toHaveLength(200)
    expect(await post(user, { origin: 'https://old-0.example', name: 'Old' })).toMatchObject({ status: 200 })
  })
})

test("cross-user access: a user cannot see, use or revoke another user's permission", async () => {
  const [owner, other] = [await newUser(), await newUser()]
  const elsewhere = await createTestApp(server, adminToken, 'Elsewhere')
  const foreigner = await signInAs(server, elsewhere.id, 'foreigner')
  const { id } = await owner.client.dappPermissions.grant({ origin: 'https://mine.example' })
  for (const { client, token } of [other, foreigner]) {
    expect(await client.dappPermissions.list()).toEqual([])
    const answer = await server.send('DELETE', `/user/dapp-permissions/${id}`, { token })
    expect([answer.status, answer.body.code]).toEqual([404, 'permission_not_found'])
    expect((await client.dappPermissions.grant({ origin: 'https://mine.example' })).id).not.toBe(id)
  }
  expect(await owner.client.dappPermissions.list()).toMatchObject([{ id }])
})

test('a deleted user has no permissions, not even one granted at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await newUser()
    await user.client.dappPermissions.grant({ origin: 'https://game.example' })
    await Promise.all([
      post(user, { origin: 'https://late.example' }),
      server.as(adminToken).users.delete({ appId: app.id, id: user.id }),
    ])
    expect(await rowsOf(user)).toEqual([])
  }
})

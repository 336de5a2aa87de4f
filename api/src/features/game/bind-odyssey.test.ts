import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

let server: TestServer
let adminToken: string
let app: TestApp
let serial = 0
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Game')
})
afterAll(() => server.stop())

const newUser = (appId = app.id) => signInAs(server, appId, `player ${(serial += 1)}`)
const newCode = () => `Code_${(serial += 1)}.~-`
const bind = ({ token }: TestUser, odsCode: unknown) =>
  server.send('POST', '/api/bind-odyssey', { token, body: { odsCode } })
const codeOf = async ({ id: userId }: TestUser) =>
  (await server.resources.db.prisma.odysseyBinding.findUnique({ where: { userId } }))?.code

test('the first code is kept: a second binding, with the same code or another, changes nothing', async () => {
  const [user, other, code] = [await newUser(), await newUser(), newCode()]
  for (const odsCode of [`  ${code}\n`, code, newCode()]) {
    const { status, body } = await bind(user, odsCode)
    expect([status, body.data]).toEqual([200, {}])
    expect(await codeOf(user)).toBe(code)
  }
  await bind(other, newCode())
  // The code of another user changes nothing either.
  expect((await bind(other, code)).status).toBe(200)
  const { data } = await server.as(adminToken).audit.list({ appId: app.id, action: 'user.bind-odyssey' })
  expect(data.filter(({ targetId }) => targetId === user.id)).toMatchObject([{ details: { code } }])
})

test.each(['', '   ', 'a'.repeat(129), 'two words', 'söme', 'a/b', 'a\0b', '<script>', 5, null, undefined, ['a']])(
  '%j is refused',
  async (code) => {
    const user = await newUser()
    const { status, body } = await bind(user, code)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(await codeOf(user)).toBe(undefined)
  },
)

describe('an Odyssey code', () => {
  test('belongs to one user of an app; users of another app may use the same code', async () => {
    const [code, elsewhere] = ['a'.repeat(128), await createTestApp(server, adminToken, 'Other game')]
    const [first, second, foreigner] = [await newUser(), await newUser(), await newUser(elsewhere.id)]
    expect((await bind(first, code)).status).toBe(200)
    const { status, body } = await bind(second, code)
    expect([status, body.code]).toEqual([400, 'odyssey_code_taken'])
    expect(await codeOf(second)).toBe(undefined)
    expect((await bind(second, newCode())).status).toBe(200)
    expect((await bind(foreigner, code)).status).toBe(200)
  })

  test('is bound by one of several users at once; one user with several codes at once binds one', async () => {
    const code = newCode()
    const users = await Promise.all(Array.from({ length: 6 }, () => newUser()))
    const answers = await Promise.all(users.map((user) => bind(user, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
    const user = await newUser()
    const codes = Array.from({ length: 6 }, newCode)
    const own = await Promise.all(codes.map((each) => bind(user, each)))
    expect(own.map(({ status }) => status)).toEqual(codes.map(() => 200))
    expect(codes).toContain(await codeOf(user))
  })

  test('can be bound again once its user is deleted', async () => {
    const [leaver, next, code] = [await newUser(), await newUser(), newCode()]
    await bind(leaver, code)
    await server.as(adminToken).users.delete({ appId: app.id, id: leaver.id })
    expect(await codeOf(leaver)).toBe(undefined)
    expect((await bind(next, code)).status).toBe(200)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayNameOf } from '../../lib/providers/account.ts'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  app = await createTestApp(server, await signInAsAdmin(server), 'Display names')
})
afterAll(() => server.stop())

const hidden = ['\u202Enimda', 'Ada\u2066', 'A\u200Bda', '\u3164', '\u2800', 'Ada\u{E0041}', 'Ada\u00AD']

test.each(hidden)('a display name, which a referrer sees, has no invisible or turning characters: %j', async (name) => {
  const referrer = await signInAs(server, app.id, `referrer ${hidden.indexOf(name)}`)
  const invited = await signInAs(server, app.id, `invited ${hidden.indexOf(name)}`)
  await invited.client.account.bindReferrer({ referCode: (await referrer.client.account.profile()).referCode })
  await server.resources.db.prisma.identity.updateMany({
    where: { userId: invited.id, provider: 'username' },
    data: { provider: 'telegram' },
  })
  await expect(invited.client.account.updateProfile({ displayName: name })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await invited.client.account.updateProfile({ displayName: '👨\u200D👩\u200D👧 نجمه\u200Cها' })
  expect((await referrer.client.account.referrals({})).data).toMatchObject([
    { username: '👨\u200D👩\u200D👧 نجمه\u200Cها' },
  ])
})

test("a provider's name that nobody can see is none", () => {
  for (const name of ['\u2800', '\u2800\u3164 ', '\uFFFC']) expect(displayNameOf(name)).toBeNull()
})

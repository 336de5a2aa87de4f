import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let adminToken: string
let app: TestApp
let serial = 0
beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Disabling')
})
afterAll(() => server.stop())

const newUser = () => signInAs(server, app.id, `user ${(serial += 1)}`)
const operator = () => server.as(adminToken).users
const partner = () => app.client.appUsers

const canLogIn = async () => {
  const name = `user ${serial}`
  const body = { appId: app.id, username: name, password: `password of ${name}`, type: 'login' }
  return (await server.send('POST', '/user/login-username', { body })).status === 200
}
const enableAsPartner = (id: string) => server.send('POST', `/app/users/${id}/enable`, { token: app.secret })
const isDisabledBy = async (id: string) => (await partner().get({ id })).disabledBy

describe('a user who is disabled by an operator or a partner', () => {
  test('a partner does not enable a user that an operator disabled', async () => {
    const { id } = await newUser()
    await operator().disable({ appId: app.id, id })
    const { status, body } = await enableAsPartner(id)
    expect([status, body.code, body.message]).toEqual([
      403,
      'disabled_by_operator',
      'An operator disabled this user. Only an operator can enable it',
    ])
    expect([await isDisabledBy(id), await canLogIn()]).toEqual(['admin', false])
    await operator().enable({ appId: app.id, id })
    expect([await isDisabledBy(id), await canLogIn()]).toEqual([null, true])
  })

  test('a partner enables what it disabled, and so does an operator', async () => {
    const { id } = await newUser()
    for (const enable of [() => partner().enable({ id }), () => operator().enable({ appId: app.id, id })]) {
      await partner().disable({ id })
      expect([await isDisabledBy(id), await canLogIn()]).toEqual(['app', false])
      await enable()
      expect([await isDisabledBy(id), await canLogIn()]).toEqual([null, true])
    }
  })

  test.each([
    ['before', ['operator', 'partner']],
    ['after', ['partner', 'operator']],
  ])("an operator's disabling %s a partner's takes precedence", async (_, order) => {
    const { id } = await newUser()
    for (const who of order)
      await (who === 'operator' ? operator().disable({ appId: app.id, id }) : partner().disable({ id }))
    expect((await enableAsPartner(id)).status).toBe(403)
    expect(await isDisabledBy(id)).toBe('admin')
  })

  test('a partner that enables while an operator disables leaves the user disabled', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newUser()
      await partner().disable({ id })
      await Promise.all([
        operator().disable({ appId: app.id, id }),
        ...Array.from({ length: 4 }, () => enableAsPartner(id)),
      ])
      expect(await isDisabledBy(id)).toBe('admin')
    }
  })

  test('the audit trail records who had disabled the user that was enabled', async () => {
    const { id } = await newUser()
    await partner().disable({ id })
    await operator().enable({ appId: app.id, id })
    const { data } = await server.as(adminToken).audit.list({ appId: app.id, limit: 2 })
    expect(data).toMatchObject([
      { action: 'user.enable', actor: 'admin', targetId: id, details: { disabledBy: 'app' } },
      { action: 'user.disable', actor: 'app', targetId: id },
    ])
  })
})

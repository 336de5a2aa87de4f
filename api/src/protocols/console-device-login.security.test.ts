import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceLoginsOf } from '../features/device-logins/device-logins.testing.ts'
import { signInAsAdmin, testServer, type TestServer } from '../testing.ts'
import { ask, openHeaders, signInToConsole } from './console.testing.ts'

let server: TestServer
let logins: ReturnType<typeof deviceLoginsOf>
beforeAll(async () => {
  server = await testServer({ OPENAUTH_CONSOLE: 'on' })
  logins = deviceLoginsOf(server, await signInAsAdmin(server))
})
afterAll(() => server.stop())

test('approval CSRF: a page of another origin, or one without the page key, approves nothing with the cookie', async () => {
  const { deviceCode, userCode } = await logins.start()
  const { id } = await logins.approver.show({ userCode })
  const { cookie, headers } = await signInToConsole(server)
  const path = `/console/api/admin/device-logins/${id}/approve`
  const attacks = [
    { ...headers, 'sec-fetch-site': 'cross-site' },
    { ...headers, 'sec-fetch-site': 'same-site' },
    { ...headers, origin: 'https://attacker.example' },
    { cookie, ...openHeaders },
    { ...headers, 'openauth-console-key': 'signed-out' },
  ]
  for (const attack of attacks)
    expect((await ask(server, 'POST', path, attack, { userCode })).status).toBeGreaterThanOrEqual(401)
  expect((await ask(server, 'GET', `${path}?userCode=${userCode}`, headers)).status).toBeGreaterThanOrEqual(404)
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ code: 'authorization_pending' })
  expect((await ask(server, 'POST', path, headers, { userCode })).status).toBe(200)
})

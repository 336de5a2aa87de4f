import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { deviceLoginsOf } from './device-logins.testing.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
})
afterAll(() => server.stop())

const former = 'the former password'
const password = 'the latter password'

/** A new admin, and a client with a session of that admin that began by a code. */
const createWithCode = async (username: string) => {
  const credentials = { username, password: former }
  const { id } = await server.as(token).admins.create(credentials)
  const logins = deviceLoginsOf(server, (await server.as().setup.login(credentials)).token)
  const { deviceCode, userCode } = await logins.start('left open')
  await logins.approve(userCode)
  return { id, admin: server.as((await logins.poll(deviceCode)).token) }
}
const refusedLogin = (username: string, given: string) =>
  expect(server.as().setup.login({ username, password: given })).rejects.toMatchObject({ status: 401 })

test('a session that began by a code sets its own password only for the current one', async () => {
  const { id, admin } = await createWithCode('by code')
  await expect(admin.admins.update({ id, password })).rejects.toMatchObject({ code: 'invalid_input' })
  const wrong = admin.admins.update({ id, password, currentPassword: 'a guess' })
  await expect(wrong).rejects.toMatchObject({ code: 'incorrect_password' })
  await refusedLogin('by code', password)
  await admin.admins.update({ id, password, currentPassword: former })
  await server.as().setup.login({ username: 'by code', password })
})

test('a session that began by a code sets no password of another admin, whatever it shows', async () => {
  const { admin } = await createWithCode('left open')
  const other = await server.as(token).admins.create({ username: 'another', password: former })
  for (const more of [{}, { currentPassword: former }])
    await expect(admin.admins.update({ id: other.id, password, ...more })).rejects.toMatchObject({
      status: 403,
      code: 'password_login_required',
    })
  await refusedLogin('another', password)
  expect(await admin.admins.update({ id: other.id, username: 'renamed' })).toMatchObject({ username: 'renamed' })
})

test('a session that began by a code creates an admin, which could log in by password, only for its own', async () => {
  const { admin } = await createWithCode('creator')
  const backdoor = { username: 'backdoor', password }
  await expect(admin.admins.create(backdoor)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(admin.admins.create({ ...backdoor, currentPassword: 'a guess' })).rejects.toMatchObject({
    code: 'incorrect_password',
  })
  await refusedLogin('backdoor', password)
  await admin.admins.create({ ...backdoor, currentPassword: former })
  await server.as().setup.login(backdoor)
})

test('a session by password of a program sets passwords as before', async () => {
  const other = await server.as(token).admins.create({ username: 'of a program', password: former })
  await server.as(token).admins.update({ id: other.id, password })
  expect((await server.as().setup.login({ username: 'of a program', password })).token).toBeTruthy()
})

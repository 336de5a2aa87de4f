import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, type SignedIn, signInToConsole } from './console.testing.ts'
import { makeBuild } from './player.testing.ts'
import { signInAsAdmin, testServer, type TestServer } from '../testing.ts'

let folder: string
let server: TestServer
let token: string
beforeAll(async () => {
  folder = await makeBuild({ 'index.html': '<!doctype html><html><head></head></html>' })
  server = await testServer({ OPENAUTH_CONSOLE: 'on' }, { consoleFolder: folder })
  token = await signInAsAdmin(server)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const former = 'correct horse battery'
const password = 'another horse battery'

/** A new admin who is signed in to the console, and the call that changes that admin. */
const createOwn = async (username: string) => {
  const credentials = { username, password: former }
  const { id } = await server.as(token).admins.create(credentials)
  const { headers }: SignedIn = await signInToConsole(server, { credentials })
  return {
    id,
    headers,
    change: (body: object) => ask(server, 'PATCH', `/console/api/admin/admins/${id}`, headers, body),
  }
}

test('a console session gives its admin a new password only for the current one', async () => {
  const { id, change } = await createOwn('careful')
  expect(await change({ password })).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await change({ password, currentPassword: '' })).toMatchObject({ status: 400, code: 'invalid_input' })
  const wrong = await change({ password, currentPassword: password })
  expect(wrong).toMatchObject({ status: 400, code: 'incorrect_password' })
  const [refused] = (await server.as(token).audit.list({ action: 'admin.login-refused' })).data
  expect(refused).toMatchObject({ actorId: String(id), targetId: String(id) })
  await expect(server.as().setup.login({ username: 'careful', password })).rejects.toMatchObject({ status: 401 })
  expect(await change({ password, currentPassword: former })).toMatchObject({ status: 200 })
  await server.as().setup.login({ username: 'careful', password })
})

test('wrong current passwords are limited, and a new name does not lift the limit', async () => {
  const { change } = await createOwn('guessed')
  const statuses = []
  for (let turn = 0; turn < 12; turn += 1) {
    if (turn === 4) expect((await change({ username: 'guessed anew' })).status).toBe(200)
    statuses.push((await change({ password, currentPassword: `guess ${turn}` })).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  expect((await change({ password, currentPassword: former })).status).toBe(429)
})

test('a program that calls with a token may leave the current password out; a wrong one is refused', async () => {
  const credentials = { username: 'program', password: former }
  const { id } = await server.as(token).admins.create(credentials)
  const own = server.as((await server.as().setup.login(credentials)).token)
  const wrong = own.admins.update({ id, password, currentPassword: 'a guess' })
  await expect(wrong).rejects.toMatchObject({ code: 'incorrect_password' })
  await own.admins.update({ id, password })
  await server.as().setup.login({ username: 'program', password })
})

test('a console session sets the password of another admin, a new one too, only for its own', async () => {
  const { headers, change } = await createOwn('left open')
  const other = await server.as(token).admins.create({ username: 'another', password: former })
  const ways = [
    (body: object) =>
      ask(server, 'POST', '/console/api/admin/admins', headers, { username: 'backdoor', password, ...body }),
    (body: object) => ask(server, 'PATCH', `/console/api/admin/admins/${other.id}`, headers, { password, ...body }),
  ]
  for (const way of ways) {
    expect(await way({})).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(await way({ currentPassword: password })).toMatchObject({ status: 400, code: 'incorrect_password' })
  }
  for (const username of ['backdoor', 'another'])
    await expect(server.as().setup.login({ username, password })).rejects.toMatchObject({ status: 401 })
  for (const way of ways) expect((await way({ currentPassword: former })).status).toBeLessThan(300)
  expect(await change({ username: 'renamed' })).toMatchObject({ status: 200 })
})

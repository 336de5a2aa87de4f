import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, DATA_EXPORT_PATH, fetchTransport } from '@openauth/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, freePort, noPublicNodes, signInAsAdmin, testDatabase } from '../src/testing.ts'
import { endProcess, startProcess } from './server-process.ts'

test('a deleted user looked for in the log: ids are there, and nothing that names the person', async () => {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const running = await startProcess({
    ...noPublicNodes,
    DATABASE_URL: database.url,
    OPENAUTH_DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    PORT: String(port),
  })
  onTestFinished(async () => void (await endProcess(running)))
  const as = (token?: string) => createClient(fetchTransport({ baseUrl: running.url, token: () => token }))
  const admin = await signInAsAdmin({ as })
  const app = await createTestApp({ as }, admin, 'Logged')
  await as(admin).apps.update({ id: app.id, deletionGraceSeconds: 0 })
  const person = { username: 'grace-hopper', password: 'a long password 1', displayName: 'Amazing Grace' }
  const { username, password } = person
  const { token } = await as().login.username({ appId: app.id, username, password, type: 'register' })
  const user = as(token)
  const { id } = await user.account.profile()
  await user.account.updateProfile({ displayName: person.displayName })
  await as(app.secret).appUsers.update({ id, externalId: 'crm-1906' })
  await as()
    .login.username({ appId: app.id, username, password: 'wrong', type: 'login' })
    .catch(() => {})
  const exported = await fetch(running.url + DATA_EXPORT_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await exported.text()).toContain('Amazing Grace')
  await user.privacy.requestDeletion({})
  // The server carries it out by itself.
  await vi.waitFor(
    async () => expect(await user.account.profile().catch(({ code }: { code: string }) => code)).toBe('unauthorized'),
    { timeout: 120_000, interval: 500 },
  )
  const { data } = await as(admin).audit.list({ targetId: id, action: 'user.delete' })
  expect(data).toMatchObject([{ actor: 'server', details: { reason: 'request' } }])
  await endProcess(running)
  const written = running.output()
  expect(written).toContain(id)
  for (const text of [...Object.values(person), 'crm-1906', token]) expect(written).not.toContain(text)
})

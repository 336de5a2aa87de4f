import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startSlowMailServer } from '../../lib/slow-mail-server.testing.ts'
import { signInAsAdmin, testServer } from '../../testing.ts'
import { startLoginWorld } from './testing.ts'

test('mail that cannot be sent is reported with the time of the next attempt', async () => {
  const ownWorld = await startLoginWorld({ OPENAUTH_SMTP_URL: 'smtp://127.0.0.1:9' })
  const body = { appId: ownWorld.app.id, email: 'a@example.com' }
  const answer = await ownWorld.server.send('POST', '/user/login-email/start', { body })
  expect([answer.status, answer.body.code]).toEqual([503, 'mail_unavailable'])
  // Failed attempts to send do not count as attempts.
  for (let turn = 0; turn < 6; turn += 1)
    expect((await ownWorld.server.send('POST', '/user/login-email/start', { body })).status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await ownWorld.stop()
})

test('a mail that a slow mail server may deliver counts: a caller cannot exceed the limit by slowness', async () => {
  const slow = await startSlowMailServer()
  const ownWorld = await startLoginWorld({ OPENAUTH_SMTP_URL: slow.url }, { build: { mailPatience: 1000 } })
  const body = { appId: ownWorld.app.id, email: 'a@example.com' }
  const start = async () => (await ownWorld.server.send('POST', '/user/login-email/start', { body })).status
  expect(await Promise.all(Array.from({ length: 5 }, start))).toEqual([503, 503, 503, 503, 503])
  // Four at least are being sent, and are counted.
  const next = [start(), start()]
  expect(await Promise.race(next)).toBe(429)
  slow.release()
  await Promise.all(next)
  await ownWorld.stop()
  slow.stop()
})

test('mail is written to the development outbox without a mail server, and nowhere in production', async () => {
  const ownWorld = await startLoginWorld({ OPENAUTH_SMTP_URL: '' })
  await ownWorld.server.as().login.emailStart({ appId: ownWorld.app.id, email: 'dev@example.com' })
  const folder = `${ownWorld.server.settings.dataDir}/outbox`
  const [file] = await readdir(folder)
  expect(await readFile(`${folder}/${file!}`, 'utf8')).toMatch(/\b\d{6}\b/)
  await ownWorld.stop()
  const production = await testServer({ NODE_ENV: 'production' })
  const admin = production.as(await signInAsAdmin(production))
  const { id } = await admin.apps.create({ name: 'Silent' })
  await admin.apps.update({ id, emailEnabled: true })
  await expect(production.as().login.emailStart({ appId: id, email: 'dev@example.com' })).rejects.toMatchObject({
    code: 'method_not_configured',
  })
  await production.stop()
})

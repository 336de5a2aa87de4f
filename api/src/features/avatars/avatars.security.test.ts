import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pngOf } from '../../lib/pictures.testing.ts'
import { signInAs } from '../../testing.ts'
import { type AvatarWorld, botToken, startAvatarWorld } from './testing.ts'

let world: AvatarWorld
beforeAll(async () => {
  world = await startAvatarWorld()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.files.clear()
  world.requestedPaths.length = 0
  world.logged.length = 0
})

const signIn = (name: string) => signInAs(world.server, world.app.id, name)
const bot = `/bot${botToken}`

test('SSRF: a picture on an internal machine is not fetched', async () => {
  world.files.set('/a.png', { body: pngOf(30, 30) })
  for (const host of ['127.0.0.2', '[::1]', '0.0.0.0']) {
    const user = await signIn(`inner-${world.logged.length}`)
    await world.copied(user.id, { kind: 'url', url: `http://${host}:${world.port}/a.png` })
    expect([host, await world.shownTo(user), world.requestedPaths]).toEqual([host, null, []])
  }
})

describe("leak of the bot's token", () => {
  test.each([
    ['the service fails', 'a', { status: 502, body: { ok: false } }],
    ['the service is called too often', 'b', { status: 429, body: { ok: false } }],
    ['the answer makes no sense and quotes it', 'c', { body: Buffer.from(`x${botToken}`) }],
    ['the answer is of another form', 'd', { body: { ok: true, result: botToken } }],
  ])('the token is neither stored nor logged when %s', async (_, name, answer) => {
    world.files.set(`${bot}/getUserProfilePhotos`, answer)
    const user = await signIn(`failing-${name}`)
    await world.copied(user.id, { kind: 'telegram', telegramId: '777' })
    expect(world.requestedPaths.length).toBeGreaterThan(0)
    const { rows } = await world.server.resources.db.pool.query<{ text: string }>(`
      SELECT to_jsonb(t)::text AS text FROM bullmq.job t UNION ALL SELECT to_jsonb(t)::text FROM bullmq.event t
      UNION ALL SELECT to_jsonb(t)::text FROM "User" t`)
    const kept = rows.map(({ text }) => text).join('\n')
    expect(kept).toContain('failed')
    expect(world.logged.join('\n')).toContain('a job failed')
    for (const part of botToken.split(':')) {
      expect(kept).not.toContain(part)
      expect(world.logged.join('\n')).not.toContain(part)
    }
  })

  test('a file path cannot point outside the Bot API', async () => {
    const sizes = [{ file_id: 'one', width: 320, height: 320 }]
    world.files.set(`${bot}/getUserProfilePhotos`, { body: { ok: true, result: { photos: [sizes] } } })
    const user = await signIn('elsewhere')
    for (const path of ['../../secret', '@evil.example/a', 'a?b=c', 'a/../../../b']) {
      world.files.set(`${bot}/getFile`, { body: { ok: true, result: { file_path: path } } })
      await world.copied(user.id, { kind: 'telegram', telegramId: '777' })
    }
    expect(world.requestedPaths.filter((path) => !path.startsWith(`${bot}/get`))).toEqual([])
  })
})

test('deleting a user deletes its copy and passkeys, and no new copy is made', async () => {
  world.files.set('/a.png', { body: pngOf(30, 30) })
  const user = await signIn('leaver')
  await world.copied(user.id, world.atUrl('/a.png'))
  const shown = await world.shownTo(user)
  const { prisma } = world.server.resources.db
  const publicKey = new Uint8Array(1)
  await prisma.passkey.create({ data: { id: 'key', userId: user.id, rpId: 'localhost', publicKey, name: 'Key' } })
  await world.server.as(world.admin).users.delete({ appId: world.app.id, id: user.id })
  world.requestedPaths.length = 0
  await world.copied(user.id, world.atUrl('/a.png'))
  expect(await world.row(user.id)).toMatchObject({ avatar: null, avatarSource: null, avatarCopy: null })
  expect(await prisma.passkey.count({ where: { userId: user.id } })).toBe(0)
  expect([(await world.get(shown)).status, world.requestedPaths]).toEqual([404, []])
})

test('a picture is served with headers that allow nothing but showing it', async () => {
  world.files.set('/a.png', { body: pngOf(30, 30) })
  const user = await signIn('served')
  await world.copied(user.id, world.atUrl('/a.png'))
  const { headers } = await world.get(await world.shownTo(user))
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test.each([
  '/avatars/',
  '/avatars/x.webp',
  '/avatars/..%2f..%2fetc%2fpasswd',
  '/avatars/%00.webp',
  '/avatars/a/b.webp',
  '/avatars/00000000-0000-4000-8000-000000000000.webp',
  '/avatars/00000000-0000-4000-8000-000000000000',
])('%s does not exist and is answered with a JSON error', async (path) => {
  const { status, body, headers } = await world.server.send('GET', path, { headers: { accept: 'text/html' } })
  expect([status, body.code]).toEqual([404, expect.stringMatching(/^(avatar|route)_not_found$/)])
  expect(headers.get('cache-control')).toBe('no-store')
})

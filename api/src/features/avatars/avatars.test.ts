import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPostgresBackend, Queue } from 'bullmq'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createJobs } from '../../jobs.ts'
import { jpegOf, pngOf } from '../../lib/pictures.testing.ts'
import { signInAs } from '../../testing.ts'
import { createAvatars } from './avatars.ts'
import { type AvatarWorld, botToken, startAvatarWorld } from './testing.ts'

let world: AvatarWorld
beforeAll(async () => {
  world = await startAvatarWorld()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.files.clear()
  world.requestedPaths.length = 0
})

const signIn = (name: string) => signInAs(world.server, world.app.id, name)

describe('a picture at an address', () => {
  test('is copied, answered by its absolute address everywhere, and served as immutable', async () => {
    const { server, admin, app, get } = world
    world.files.set('/a.jpg', { body: await jpegOf(400, 400) })
    const user = await signIn('pictured')
    await world.copied(user.id, world.atUrl('/a.jpg'))
    const shown = await world.shownTo(user)
    expect(shown).toMatch(/^https:\/\/auth\.example\.com\/avatars\/[0-9a-f-]{36}\.webp$/)

    const inviter = await signIn('inviter')
    await user.client.account.bindReferrer({ referCode: (await inviter.client.account.profile()).referCode })
    const everywhere = [
      (await server.as(admin).users.get({ appId: app.id, id: user.id })).avatar,
      (await server.as(admin).users.list({ appId: app.id, search: 'pictured' })).data[0]!.avatar,
      (await app.client.appUsers.get({ id: user.id })).avatar,
      (await app.client.appUsers.search({ ids: [user.id] }))[0]!.avatar,
      (await app.client.appUsers.list({ search: 'pictured' })).data[0]!.avatar,
      (await inviter.client.account.referrals({})).data[0]!.avatar,
    ]
    expect(everywhere).toEqual(everywhere.map(() => shown))

    const { status, headers, body } = await get(shown)
    expect([status, headers.get('content-type'), body.slice(8, 12)]).toEqual([200, 'image/webp', 'WEBP'])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    for (const tag of [headers.get('etag')!, `"x", W/${headers.get('etag')}`]) {
      const again = await get(shown, { 'if-none-match': tag })
      expect([again.status, again.body]).toEqual([304, ''])
    }
    expect((await get(shown, { 'if-none-match': '"x"' })).status).toBe(200)
  })

  test('keeps its address while it is unchanged, and gets a new one with new content', async () => {
    const user = await signIn('changing')
    const shown: (string | null)[] = []
    for (const [path, side] of [
      ['/a.png', 40],
      ['/b.png', 40],
      ['/b.png', 50],
    ] as const) {
      world.files.set(path, { body: pngOf(side, side) })
      await world.copied(user.id, world.atUrl(path))
      shown.push(await world.shownTo(user))
    }
    expect(shown[1]).toBe(shown[0])
    expect(shown[2]).not.toBe(shown[0])
    expect((await world.row(user.id)).avatarSource).toBe(`${world.origin}/b.png`)
    expect((await world.get(shown[0]!)).status).toBe(404)
    expect((await world.get(shown[2]!)).status).toBe(200)
  })

  test('is tried again after a failure', async () => {
    world.files.set('/a.png', { status: 503, body: {} })
    const user = await signIn('patient')
    await world.requestCopy(user.id, world.atUrl('/a.png'))
    await vi.waitFor(() => expect(world.requestedPaths).toEqual(['/a.png']), 120_000)
    world.files.set('/a.png', { body: pngOf(30, 30) })
    await vi.waitFor(async () => expect(await world.shownTo(user)).not.toBeNull(), 120_000)
  })

  test.each([
    ['gone', { status: 404, body: {} }],
    ['svg', { body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
  ])('that cannot be fetched (%s) is given up without a second try', async (name, answer) => {
    world.files.set('/a.png', answer)
    const user = await signIn(`without-${name}`)
    await world.copied(user.id, world.atUrl('/a.png'))
    expect([await world.shownTo(user), world.requestedPaths]).toEqual([null, ['/a.png']])
  })
})

describe('a picture that the user chose', () => {
  const own = 'https://img.example/own.png'

  test("is not overwritten, and the provider's is not fetched", async () => {
    world.files.set('/a.png', { body: pngOf(30, 30) })
    const user = await signIn('chooser')
    await user.client.account.updateProfile({ avatar: own })
    await world.copied(user.id, world.atUrl('/a.png'))
    expect([await world.shownTo(user), world.requestedPaths]).toEqual([own, []])
  })

  test('while the copy is fetched wins', async () => {
    const user = await signIn('quick')
    let answer = () => {}
    const slow = createServer((_, response) => (answer = () => response.end(pngOf(30, 30)))).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const { port } = slow.address() as AddressInfo
    await Promise.all([
      once(slow, 'request'),
      world.requestCopy(user.id, { kind: 'url', url: `http://127.0.0.1:${port}/` }),
    ])
    await user.client.account.updateProfile({ avatar: own })
    answer()
    await world.settled()
    slow.close()
    expect(await world.row(user.id)).toMatchObject({ avatar: own, avatarSource: null, avatarCopy: null })
  })

  test.each([own, null])('(%s) deletes the copy', async (choice) => {
    world.files.set('/a.png', { body: pngOf(30, 30) })
    const user = await signIn(choice ? 'dropper' : 'clearer')
    await world.copied(user.id, world.atUrl('/a.png'))
    const shown = await world.shownTo(user)
    await user.client.account.updateProfile({ avatar: choice })
    const avatarSource = choice ? null : 'none'
    expect(await world.row(user.id)).toMatchObject({ avatar: choice, avatarSource, avatarCopy: null })
    expect((await world.get(shown)).status).toBe(404)
  })

  test("does not change when a form sends the copy's own address back", async () => {
    world.files.set('/a.png', { body: pngOf(30, 30) })
    const user = await signIn('former')
    await world.copied(user.id, world.atUrl('/a.png'))
    const shown = await world.shownTo(user)
    await user.client.account.updateProfile({ avatar: shown, displayName: 'Former' })
    expect(await world.shownTo(user)).toBe(shown)
    expect((await world.get(shown)).status).toBe(200)
  })
})

describe('a picture at Telegram', () => {
  const bot = `/bot${botToken}`
  const source = { kind: 'telegram', telegramId: '777' } as const

  test("is requested with the app's bot, in the smallest sufficient size", async () => {
    const sizes = [160, 640, 320].map((width) => ({ file_id: `size-${width}`, width, height: width }))
    world.files.set(`${bot}/getUserProfilePhotos`, { body: { ok: true, result: { photos: [sizes] } } })
    world.files.set(`${bot}/getFile`, { body: { ok: true, result: { file_path: 'photos/file_1.jpg' } } })
    world.files.set(`/file${bot}/photos/file_1.jpg`, { body: await jpegOf(320, 320) })
    const user = await signIn('telegrammer')
    await world.copied(user.id, source)
    expect(await world.shownTo(user)).toMatch(/\/avatars\//)
    expect((await world.row(user.id)).avatarSource).toBe('telegram')
  })

  test.each([
    ['that nobody may see', { status: 200, body: { ok: true, result: { photos: [] } } }],
    ['of a bot whose token was withdrawn', { status: 401, body: { ok: false } }],
  ])('%s is given up', async (_, answer) => {
    world.files.set(`${bot}/getUserProfilePhotos`, answer)
    const user = await signIn(`hidden-${answer.status}`)
    await world.copied(user.id, source)
    expect([await world.shownTo(user), world.requestedPaths]).toEqual([null, [`${bot}/getUserProfilePhotos`]])
  })
})

test('a server that starts continues the jobs of another that stopped', async () => {
  world.files.set('/a.png', { body: pngOf(30, 30) })
  const user = await signIn('left')
  await world.copied('00000000-0000-4000-8000-000000000000', world.atUrl('/a.png'))
  const { directUrl } = world.server.resources.db
  const pool = new pg.Pool({
    connectionString: directUrl,
    onConnect: (client) => client.query('SET search_path TO bullmq'),
  })
  const queue = new Queue('avatar', { connection: pool }, createPostgresBackend)
  await world.stopCopying()
  await queue.add('avatar', { userId: user.id, source: world.atUrl('/a.png') })
  await queue.close()
  await pool.end()
  expect(await world.shownTo(user)).toBeNull()
  world.server.app.services.jobs.start()
  await vi.waitFor(async () => expect(await world.shownTo(user)).not.toBeNull(), 120_000)
})

test('requesting a copy never throws', async () => {
  const { log } = world.server.app
  const jobs = createJobs({ databaseUrl: 'postgresql://127.0.0.1:1/none', log, handlers: { avatar: async () => {} } })
  await expect(createAvatars(jobs, log).requestCopy('nobody', world.atUrl('/a.png'))).resolves.toBeUndefined()
  await jobs.close()
})

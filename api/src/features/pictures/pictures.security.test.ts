import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf, pngOf, webpOf } from '../../lib/pictures.testing.ts'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { storePictures } from './address.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
})
afterAll(() => server.stop())

const upload = (file: Buffer, bearer = token) =>
  server.send('POST', '/admin/pictures', { token: bearer, body: { picture: file.toString('base64') } })
const pathOf = (url: string) => new URL(url).pathname
const count = () => server.resources.db.prisma.contentPicture.count()

test('a picture is re-encoded, named by its content and served for ever under that name', async () => {
  const first = await upload(pngOf(40, 20))
  expect(first.status).toBe(201)
  const { url } = first.body.data
  expect(pathOf(url)).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/)
  expect((await upload(pngOf(40, 20))).body.data.url).toBe(url)
  expect(await count()).toBe(1)
  for (const file of [await jpegOf(2000, 900), await webpOf(30, 30)])
    expect((await upload(file)).body.data.url).not.toBe(url)
  const answer = await server.send('GET', pathOf(url))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const again = await server.send('GET', pathOf(url), { headers: { 'if-none-match': answer.headers.get('etag')! } })
  expect(again.status).toBe(304)
  const [event] = (await server.as(token).audit.list({ action: 'picture.upload' })).data
  expect(event).toMatchObject({ actor: 'admin', details: { bytes: expect.any(Number) } })
})

describe('what is no picture is refused, and nothing is stored', () => {
  const page = '<script>alert(1)</script>'
  test.each([
    ['a page', Buffer.from(`<!doctype html>${page}`)],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${page}</svg>`)],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a decompression bomb', pngOf(50_000, 50_000, 1)],
    ['a PNG that is cut off', pngOf(300, 300).subarray(0, 60)],
    ['noise behind the start of a PNG', Buffer.concat([pngOf(8, 8).subarray(0, 33), randomBytes(500)])],
  ])('%s', async (_, file) => {
    const before = await count()
    const answer = await upload(file)
    expect([answer.status, answer.body.code]).toEqual([400, 'picture_refused'])
    expect(answer.body.message).not.toBe('')
    expect(await count()).toBe(before)
  })

  test('a script behind a picture does not survive', async () => {
    const { body } = await upload(Buffer.concat([pngOf(64, 64), Buffer.from(page)]))
    const id = /([0-9a-f]{64})/.exec(body.data.url)![1]!
    const row = await server.resources.db.prisma.contentPicture.findUniqueOrThrow({ where: { id } })
    expect(Buffer.from(row.webp).includes('script')).toBe(false)
  })

  test('text that is no base64, a file beyond the limit, and callers who are no admins', async () => {
    const send = (body: object, bearer?: string) =>
      server.send('POST', '/admin/pictures', { body, ...(bearer && { token: bearer }) })
    expect((await send({ picture: '<not base64>' }, token)).body.code).toBe('invalid_input')
    expect((await send({ picture: 'A'.repeat(8_000_000) }, token)).status).toBe(413)
    expect((await send({ picture: pngOf(4, 4).toString('base64') })).status).toBe(401)
  })
})

test.each(['/pictures/x.webp', `/pictures/${'0'.repeat(64)}.webp`, `/pictures/..%2F${'0'.repeat(64)}.webp`])(
  '%s is no picture',
  async (path) => expect((await server.send('GET', path)).status).toBe(404),
)

test('a picture that nothing names goes after a day; one that a dapp, a game or an app names stays', async () => {
  const { prisma } = server.resources.db
  const admin = server.as(token)
  const urls = await Promise.all([51, 52, 53, 54].map(async (side) => (await upload(pngOf(side, 9))).body.data.url))
  const [unused, ofDapp, ofGame, ofApp] = urls as [string, string, string, string]
  await admin.dapps.create({ name: 'Pictured', url: '/p', bgImgUrl: ofDapp })
  await admin.gameCenters.create({ name: 'Pictured', link: '/p', logoUrl: ofGame })
  const { id } = await admin.apps.create({ name: 'Pictured' })
  await admin.apps.update({ id, logoUrl: ofApp })
  await prisma.contentPicture.updateMany({ data: { createdAt: new Date(Date.now() - 2 * 86_400_000) } })
  await upload(pngOf(60, 9))
  const statuses = await Promise.all([unused, ofDapp, ofGame, ofApp].map((url) => server.send('GET', pathOf(url))))
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200, 200])
})

test('an old picture that a form is about to name is not deleted by an upload meanwhile', async () => {
  const { prisma, transaction } = server.resources.db
  const { url } = (await upload(pngOf(71, 9))).body.data
  const { id } = await server.as(token).apps.create({ name: 'Named late' })
  await prisma.contentPicture.updateMany({ data: { createdAt: new Date(Date.now() - 2 * 86_400_000) } })
  const { sweep } = await transaction(async (tx) => {
    const data = await storePictures(tx, { logoUrl: url }, ['logoUrl'])
    let isSwept = false
    const sweep = upload(pngOf(72, 9)).finally(() => (isSwept = true))
    // Until the deletion of unused pictures is through, or waits.
    for (let waits = 0n; !isSwept && waits === 0n;)
      waits = (await prisma.$queryRaw<[{ count: bigint }]>`SELECT count(*) FROM pg_locks WHERE NOT granted`)[0].count
    await tx.app.update({ where: { id }, data })
    return { sweep }
  })
  expect((await sweep).status).toBe(201)
  expect((await server.send('GET', pathOf(url))).status).toBe(200)
})

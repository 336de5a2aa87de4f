import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '@openauth/client'
import { pngOf } from '../../lib/pictures.testing.ts'
import { root } from '../../paths.ts'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'

const WAS = 'https://old.example'
const IS = 'https://new.example/openauth'

/** The server at its earlier public address, and one over the same database at the later one. */
let earlier: TestServer
let later: TestServer
let admin: Client
let adminLater: Client
beforeAll(async () => {
  earlier = await testServer({ OPENAUTH_PUBLIC_URL: WAS })
  const { databaseUrl: DATABASE_URL, dataDir: OPENAUTH_DATA_DIR } = earlier.settings
  later = await startServer({ DATABASE_URL: DATABASE_URL!, OPENAUTH_DATA_DIR, OPENAUTH_PUBLIC_URL: IS })
  const token = await signInAsAdmin(earlier)
  admin = earlier.as(token)
  adminLater = later.as(token)
})
afterAll(async () => {
  await later.stop()
  await earlier.stop()
})

let names = 0
/** The path of a picture that was uploaded at the earlier address, which no other test uses. */
let path: string
/** A name that no other test uses. */
let name: string
beforeEach(async () => {
  names += 1
  name = `Entry ${names}`
  const { url } = await admin.pictures.upload({ picture: pngOf(10 + names, 10).toString('base64') })
  path = new URL(url).pathname
})

test('pictures of dapps and games have the address that the server has now, for admins and for players', async () => {
  const dapp = await admin.dapps.create({ name, url: '/p', logoUrl: WAS + path, bgImgUrl: WAS + path })
  expect([dapp.logoUrl, dapp.bgImgUrl]).toEqual([WAS + path, WAS + path])
  const { id } = await admin.gameCenters.create({ name, link: '/p' })
  expect((await admin.gameCenters.update({ id, logoUrl: WAS + path })).logoUrl).toBe(WAS + path)

  expect(await adminLater.dapps.get({ id: dapp.id })).toMatchObject({ logoUrl: IS + path, bgImgUrl: IS + path })
  expect((await adminLater.dapps.list()).data).toContainEqual(expect.objectContaining({ logoUrl: IS + path }))
  expect(await adminLater.gameCenters.get({ id })).toMatchObject({ logoUrl: IS + path })
  const read = async (list: string) => (await later.send('GET', `/content/${list}`)).body.data
  const media = { url: IS + path }
  expect(await read('sonicx-games')).toContainEqual(expect.objectContaining({ name, logo: media, bgImg: media }))
  expect(await read('sonicx-game-centers')).toContainEqual(expect.objectContaining({ name, logo: media }))
  expect((await later.send('GET', path)).status).toBe(200)
})

test('pictures of an app and its brand have the address that the server has now, also in a copy of the app', async () => {
  const { id } = await admin.apps.create({ name })
  const brand = { loginPictureUrl: WAS + path, bannerUrl: 'https://cdn.example/banner.png', color: '#7DD3FC' }
  const changed = await admin.apps.update({ id, logoUrl: WAS + path, brand })
  expect(changed).toMatchObject({ logoUrl: WAS + path, brand })
  const there = { logoUrl: IS + path, brand: { ...brand, loginPictureUrl: IS + path } }
  expect(await adminLater.apps.get({ id })).toMatchObject(there)
  expect(await adminLater.apps.duplicate({ id, name: `${name} again` })).toMatchObject(there)
  const { body } = await later.send('GET', '/player/config')
  expect(body.data.app).toMatchObject({
    id,
    logoUrl: IS + path,
    brand: { logoUrl: IS + path, loginPictureUrl: IS + path },
  })
})

test('an earlier address of a picture that the server keeps is the same picture; addresses of others stay', async () => {
  const { id } = await adminLater.dapps.create({ name, url: '/p', logoUrl: `https://older.example/x${path}` })
  expect((await admin.dapps.get({ id })).logoUrl).toBe(WAS + path)
  for (const other of [
    `https://cdn.example/pictures/${'0'.repeat(64)}.webp`,
    `https://cdn.example${path}?size=2`,
    'https://cdn.example/pictures/logo.png',
  ]) {
    await adminLater.dapps.update({ id, logoUrl: other })
    expect((await admin.dapps.get({ id })).logoUrl).toBe(other)
  }
  expect((await adminLater.dapps.update({ id, logoUrl: null })).logoUrl).toBeNull()
})

test('a change to the address that the picture has by now is none', async () => {
  const { id } = await admin.dapps.create({ name, url: '/p', logoUrl: WAS + path })
  await adminLater.dapps.update({ id, logoUrl: IS + path })
  const [event] = (await admin.audit.list({ action: 'dapp.update' })).data
  expect(event?.details).toEqual({ name, changed: [], before: {}, after: {} })
})

test('the migration turns the addresses of earlier releases into paths, and leaves other addresses alone', async () => {
  const { prisma, pool } = earlier.resources.db
  const other = `https://cdn.example/pictures/${'0'.repeat(64)}.webp`
  const dapp = await admin.dapps.create({ name, url: '/p' })
  const game = await admin.gameCenters.create({ name, link: '/p' })
  const { id } = await admin.apps.create({ name })
  const stored = { logoUrl: WAS + path, bannerUrl: other, color: '#7DD3FC', texts: { login: { en: WAS + path } } }
  await prisma.dapp.update({ where: { id: dapp.id }, data: { logoUrl: other, bgImgUrl: WAS + path } })
  await prisma.gameCenterEntry.update({ where: { id: game.id }, data: { logoUrl: WAS + path } })
  await prisma.app.update({ where: { id }, data: { logoUrl: WAS + path, brand: stored } })
  const script = join(root, 'prisma', 'migrations', '20261123184500_picture_paths', 'migration.sql')
  await pool.query(await readFile(script, 'utf8'))
  expect(await prisma.dapp.findUnique({ where: { id: dapp.id } })).toMatchObject({ logoUrl: other, bgImgUrl: path })
  expect(await prisma.gameCenterEntry.findUnique({ where: { id: game.id } })).toMatchObject({ logoUrl: path })
  const app = await prisma.app.findUnique({ where: { id } })
  expect(app).toMatchObject({ logoUrl: path, brand: { ...stored, logoUrl: path } })
})

test.each([[null], [['x']], ['x'], [7]])(
  'the migration leaves a brand that is %j alone, and does not stop',
  async (brand) => {
    const { pool } = earlier.resources.db
    const { id } = await admin.apps.create({ name })
    await pool.query('UPDATE "App" SET "brand" = $1::jsonb WHERE "id" = $2', [JSON.stringify(brand), id])
    const script = join(root, 'prisma', 'migrations', '20261123184500_picture_paths', 'migration.sql')
    await pool.query(await readFile(script, 'utf8'))
    const { rows } = await pool.query('SELECT "brand" FROM "App" WHERE "id" = $1', [id])
    await pool.query('DELETE FROM "App" WHERE "id" = $1', [id])
    expect(rows).toEqual([{ brand }])
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '@openauth/client'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'
import { createConnections } from '../oidc-connections/connections.ts'
import { createHome } from './home.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer({ PLAYER_SUPPORT_EMAIL: 'help@example.com', PLAYER_GAME: 'off' })
})
afterAll(() => server.stop())

const config = (target: Pick<TestServer, 'as'> = server) => target.as().player.config()
/** The answer is cached for half a second. */
const cacheExpiry = { timeout: 120_000, interval: 50 }
const app = async (target?: TestServer) => (await config(target)).app

/** Another server over the same database, with its own settings. */
const withSettings = async (environment: Record<string, string>, work: (target: TestServer) => Promise<void>) => {
  const { databaseUrl: DATABASE_URL = '', dataDir: OPENAUTH_DATA_DIR } = server.settings
  const target = await startServer({ DATABASE_URL, OPENAUTH_DATA_DIR, ...environment })
  await work(target).finally(target.stop)
}

test('before the first set-up there is neither admin nor app, and the settings are answered', async () => {
  expect(await config()).toMatchObject({
    initialized: false,
    app: null,
    production: false,
    apiUrl: '',
    content: { url: '/content', stagingUrl: '/content' },
    telegram: { botName: 'sonic_wallet_bot', appName: null },
    supportEmail: 'help@example.com',
    switches: { game: false, referral: true, odyssey: true, telegramWallet: true },
  })
})

test('a server with an admin and without an app answers that', async () => {
  admin = server.as(await signInAsAdmin(server))
  await expect.poll(async () => (await config()).initialized, cacheExpiry).toBe(true)
  expect(await app()).toBeNull()
})

test('the front end belongs to the first app, within a second of its creation, and to the next one once that is deleted', async () => {
  const first = await admin.apps.create({ name: 'Zebra' })
  await expect.poll(app, cacheExpiry).toMatchObject({ id: first.id, name: 'Zebra' })
  const second = await admin.apps.create({ name: 'Ant' })
  await admin.apps.update({ id: second.id, description: 'Quests', logoUrl: 'https://cdn.example/logo.png' })
  await admin.apps.update({ id: first.id, description: 'The first' })
  await expect.poll(app, cacheExpiry).toMatchObject({ id: first.id, description: 'The first' })
  await admin.apps.delete({ id: first.id })
  const { id } = second
  await expect.poll(app, cacheExpiry).toEqual({
    id,
    name: 'Ant',
    description: 'Quests',
    logoUrl: 'https://cdn.example/logo.png',
    methods: ['username'],
    connections: [],
    tapGame: true,
    brand: expect.objectContaining({ name: 'Sonic', logoUrl: 'https://cdn.example/logo.png' }),
  })
})

test('a task leads to Sonic only while its text names Sonic, unless its address is set', async () => {
  const { id } = await admin.apps.create({ name: 'Tasks' })
  const sonic = { stakeUrl: 'https://stake.sonic.game/', playUrl: 'https://odyssey.sonic.game/task/game-venture' }
  const brands = [
    [{ color: '#7dd3fc' }, sonic],
    [{ gamesName: 'Acme Arcade' }, { ...sonic, playUrl: null }],
    [
      { name: 'Acme', gamesName: null },
      { stakeUrl: null, playUrl: null },
    ],
  ] as const
  for (const [brand, earn] of brands) {
    await admin.apps.update({ id, brand })
    await withSettings({ PLAYER_APP_ID: id }, async (target) => expect((await config(target)).earn).toEqual(earn))
  }
  const stakeUrl = 'https://stake.acme.example/'
  await withSettings({ PLAYER_APP_ID: id, PLAYER_STAKE_URL: stakeUrl }, async (target) => {
    expect((await config(target)).earn).toEqual({ stakeUrl, playUrl: null })
  })
  await admin.apps.delete({ id })
})

test('login methods are answered in the order of a login page', async () => {
  const { id } = await admin.apps.create({ name: 'Ordered' })
  await admin.apps.update({ id, ethEnabled: true, passkeyEnabled: true, emailEnabled: true })
  await withSettings({ PLAYER_APP_ID: id }, async (target) => {
    expect((await app(target))?.methods).toEqual(['email', 'passkey', 'ethereum', 'username'])
  })
  await admin.apps.delete({ id })
})

test('PLAYER_APP_ID names the app, in upper or lower case', async () => {
  const { id } = await admin.apps.create({ name: 'Chosen' })
  await withSettings({ PLAYER_APP_ID: id.toUpperCase() }, async (target) => {
    expect(await app(target)).toEqual({
      id,
      name: 'Chosen',
      description: null,
      logoUrl: null,
      methods: ['username'],
      connections: [],
      tapGame: true,
      brand: expect.objectContaining({ name: 'Sonic', logoUrl: null }),
    })
    await admin.apps.delete({ id })
    await expect.poll(() => app(target), cacheExpiry).toBeNull()
  })
})

const oidc = () => createConnections({ ...server.resources, outbound: fetch })

test('a PLAYER_APP_ID of no app gives no app, not the first one, and is logged once', async () => {
  const unknown = '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10'
  await withSettings({ PLAYER_APP_ID: unknown }, async (target) => {
    expect(await config(target)).toMatchObject({ initialized: true, app: null })
  })
  const warnings: string[] = []
  const home = createHome({ db: server.resources.db, oidc: oidc() }, { appId: unknown, publicUrl: server.url })
  for (let times = 0; times < 3; times += 1) await home({ warn: (message) => void warnings.push(message) })
  expect(warnings).toEqual([expect.stringContaining(unknown)])
})

test('concurrent calls share one read', async () => {
  let reads = 0
  const { db } = server.resources
  const findFirst = async () => {
    reads += 1
    return null
  }
  const prisma = { app: { findFirst }, admin: { count: async () => 1 } }
  const home = createHome(
    { db: { ...db, prisma } as unknown as typeof db, oidc: oidc() },
    { appId: undefined, publicUrl: server.url },
  )
  await Promise.all(Array.from({ length: 20 }, () => home({ warn: () => {} })))
  expect(reads).toBe(1)
})

test('the answer has only public fields of the app: no switches, client ids or secrets', async () => {
  const { id } = (await app())!
  await admin.apps.update({
    id,
    googleClientId: 'client-id-of-google',
    telegramBotToken: '1234567:secret-of-a-bot-0123456789',
    githubClientSecret: 'secret-of-github',
    redirectOrigins: ['https://partner.example'],
    description: 'Shown to all',
  })
  await expect.poll(app, cacheExpiry).toMatchObject({ description: 'Shown to all' })
  const { body } = await server.send('GET', '/player/config')
  expect(Object.keys(body.data.app).toSorted()).toEqual([
    'brand',
    'connections',
    'description',
    'id',
    'logoUrl',
    'methods',
    'name',
    'tapGame',
  ])
  expect(JSON.stringify(body)).not.toMatch(/secret|client-id|partner|oa_|appId|Enabled/)
})

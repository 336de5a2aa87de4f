import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoginWorld, startLoginWorld } from './testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

const login = (data: unknown, appId = harness.app.id) =>
  harness.server.send('POST', '/user/login-telegram', { body: { appId, data } })

const codeOf = async (data: unknown, appId?: string) => (await login(data, appId)).body.code as string | undefined
const seconds = () => Math.floor(Date.now() / 1000)
const newInitData = (more: object = {}) => harness.world.telegram.initData(harness.world.people[0], more)

/** Signs any fields as Telegram does. */
const signed = (pairs: [string, string][]): string => {
  const text = pairs
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')
  const key = createHmac('sha256', 'WebAppData').update(harness.world.telegram.bots.own.token).digest()
  return new URLSearchParams([...pairs, ['hash', createHmac('sha256', key).update(text).digest('hex')]]).toString()
}
const user = JSON.stringify({ id: 279058301, first_name: 'Player' })

describe('genuine data', () => {
  test('in any order of its fields, with names in any script, logs in', async () => {
    const shuffled = newInitData().split('&').toReversed().join('&')
    expect((await login(shuffled)).status).toBe(200)
    const named = signed([
      ['auth_date', String(seconds())],
      ['user', JSON.stringify({ id: 55_001, first_name: 'Ирина 🎮', last_name: '日本' })],
    ])
    const { token } = (await login(named)).body.data
    expect((await harness.server.as(token).account.profile()).displayName).toBe('Ирина 🎮 日本')
  })

  test('of the Login Widget logs in the same person, as fields or as a query', async () => {
    const widget = harness.world.telegram.widget(harness.world.people[0])
    const ids = []
    for (const data of [widget, new URLSearchParams(widget).toString(), newInitData()])
      ids.push((await harness.server.as((await login(data)).body.data.token).account.profile()).id)
    expect(new Set(ids).size).toBe(1)
  })

  test("is verified by Telegram's own signature where the app has only the bot's id", async () => {
    const keyless = await harness.newApp('Bot of a partner')
    await harness.admin.apps.update({
      id: keyless.id,
      telegramBotToken: null,
      telegramBotId: String(harness.world.telegram.bots.own.id),
    })
    expect((await login(newInitData({ form: 'both' }), keyless.id)).status).toBe(200)
    expect((await login(newInitData({ form: 'ed25519' }), keyless.id)).status).toBe(200)
    expect(await codeOf(newInitData({ form: 'hmac' }), keyless.id)).toBe('init_data_invalid')
    expect(await codeOf(newInitData({ form: 'ed25519', bot: harness.world.telegram.bots.foreign }), keyless.id)).toBe(
      'init_data_invalid',
    )
  })

  test('of one person at the same moment creates one user', async () => {
    const concurrentLogins = await harness.newApp('Crowd')
    const data = harness.world.telegram.initData(harness.world.people[1])
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => login(data, concurrentLogins.id).then((a) => a.status)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await harness.admin.users.list({ appId: concurrentLogins.id })).meta.totalItems).toBe(1)
  })
})

describe('Telegram init data forged, stale, replayed', () => {
  test.each([
    ['another user', (data: string) => data.replace('279058301', '279058302')],
    ['a field more', (data: string) => `${data}&start_param=x`],
    ['a field less', (data: string) => data.replace(/&?signature=[^&]+/, '')],
    ['an upper case hash of nothing', (data: string) => data.replace(/hash=\w+/, `hash=${'A'.repeat(64)}`)],
    ['no hash', (data: string) => data.replace(/&?hash=\w+/, '').replace(/&?signature=[^&]+/, '')],
    ['a short hash', (data: string) => data.replace(/hash=(\w{10})\w+/, 'hash=$1')],
    ['the hash twice', (data: string) => `${data}&hash=${'0'.repeat(64)}`],
    ['the user twice', (data: string) => `${data}&user=${encodeURIComponent(user)}`],
    ['broken percent signs', (data: string) => `${data}%zz`],
    ['an empty text', () => 'x'],
    ['only unicode', () => '💥=💥&hash=💥'],
  ])('%s is refused', async (_, change) => {
    expect(await codeOf(change(newInitData()))).toBe('init_data_invalid')
  })

  test.each([
    ['no user', [['auth_date', String(seconds())]]],
    ['no auth_date', [['user', user]]],
    [
      'an auth_date that is no number',
      [
        ['auth_date', '1e9'],
        ['user', user],
      ],
    ],
    [
      'a user that is not JSON',
      [
        ['auth_date', String(seconds())],
        ['user', '{"id":'],
      ],
    ],
    [
      'a user without id',
      [
        ['auth_date', String(seconds())],
        ['user', '{"first_name":"x"}'],
      ],
    ],
    [
      'a negative id',
      [
        ['auth_date', String(seconds())],
        ['user', '{"id":-5}'],
      ],
    ],
    [
      'a line break in a field, which could stand for another',
      [
        ['auth_date', String(seconds())],
        ['user', user],
        ['start_param', 'x\nuser={"id":1}'],
      ],
    ],
  ] as [string, [string, string][]][])('genuine data with %s is refused', async (_, pairs) => {
    expect(await codeOf(signed(pairs))).toBe('init_data_invalid')
  })

  test('a time in the future is refused, by an hour of clock skew too; by a minute it is accepted', async () => {
    expect(await codeOf(newInitData({ authDate: seconds() + 3600 }))).toBe('init_data_invalid')
    expect((await login(newInitData({ authDate: seconds() + 30 }))).status).toBe(200)
  })

  test("data older than the app's limit is refused", async () => {
    const strict = await harness.newApp('Strict')
    await harness.admin.apps.update({ id: strict.id, telegramMaxAgeSeconds: 60 })
    expect(await codeOf(newInitData({ authDate: seconds() - 90 }), strict.id)).toBe('init_data_expired')
    expect((await login(newInitData({ authDate: seconds() - 10 }), strict.id)).status).toBe(200)
    expect((await login(newInitData({ authDate: seconds() - 80_000 }))).status).toBe(200)
  })

  test("the widget's key does not verify init data, nor the reverse", async () => {
    const widget = harness.world.telegram.widget(harness.world.people[0])
    expect(await codeOf({ ...widget, user })).toBe('init_data_invalid')
    const miniApp = Object.fromEntries(new URLSearchParams(newInitData()))
    delete miniApp.user
    expect(await codeOf({ ...miniApp, id: '279058301' })).toBe('init_data_invalid')
  })

  test("widget data is refused for an app without the bot's token", async () => {
    const keyless = await harness.newApp('No token')
    await harness.admin.apps.update({ id: keyless.id, telegramBotToken: null, telegramBotId: '12345' })
    expect(await codeOf(harness.world.telegram.widget(harness.world.people[0]), keyless.id)).toBe('init_data_invalid')
  })

  test("with Telegram's signature in the data, the app's own hash is checked too", async () => {
    const data = newInitData({ form: 'both' }).replace(/hash=\w+/, `hash=${'0'.repeat(64)}`)
    expect(await codeOf(data)).toBe('init_data_invalid')
  })

  test('an app without a bot answers that', async () => {
    const bare = await harness.newApp('No bot')
    await harness.admin.apps.update({ id: bare.id, telegramBotToken: null, telegramBotId: null })
    expect(await codeOf(newInitData(), bare.id)).toBe('method_not_configured')
  })
})

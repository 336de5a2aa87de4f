import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call, post, useWorld, withQuery } from './identity-world.ts'

const world = useWorld()

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const checkString = (fields: URLSearchParams, without: string[]): string =>
  [...fields]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')

const hashHolds = (data: string, token: string): boolean => {
  const fields = new URLSearchParams(data)
  return hmac(hmac('WebAppData', token), checkString(fields, ['hash'])).toString('hex') === fields.get('hash')
}

const signatureHolds = (data: string, botId: number): boolean => {
  const fields = new URLSearchParams(data)
  const key = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(world().telegram.publicKey, 'hex'),
  ])
  return verify(
    null,
    Buffer.from(`${botId}:WebAppData\n${checkString(fields, ['hash', 'signature'])}`),
    createPublicKey({ key, format: 'der', type: 'spki' }),
    Buffer.from(fields.get('signature') ?? '', 'base64url'),
  )
}

describe('init data', () => {
  test('carries a hash and a signature of its bot', () => {
    const { initData, bots } = world().telegram
    const data = initData()
    expect([hashHolds(data, bots.own.token), hashHolds(data, bots.foreign.token)]).toEqual([true, false])
    expect([signatureHolds(data, bots.own.id), signatureHolds(data, bots.foreign.id)]).toEqual([true, false])
    expect(JSON.parse(new URLSearchParams(data).get('user') ?? '')).toMatchObject({
      id: world().people[0]?.subjects.telegram,
      first_name: 'Player',
      username: 'player_one',
    })
  })

  test('comes in the form, of the time and with the fields asked for', () => {
    const { initData, bots } = world().telegram
    const options = {
      bot: bots.foreign,
      authDate: 1_700_000_000,
      fields: { start_param: 'a b&c', chat_type: undefined },
    }
    const hashed = new URLSearchParams(initData(world().people[2], { ...options, form: 'hmac' }))
    expect([hashed.get('auth_date'), hashed.get('start_param')]).toEqual(['1700000000', 'a b&c'])
    expect([hashed.has('signature'), hashed.has('chat_type')]).toEqual([false, false])
    expect(hashHolds(hashed.toString(), bots.foreign.token)).toBe(true)
    const signed = initData(undefined, { form: 'ed25519' })
    expect([signed.includes('hash='), signatureHolds(signed, bots.own.id)]).toEqual([false, true])
  })

  test('reaches the page in its address from the launcher', async () => {
    const launch = withQuery(`${world().url}/telegram/launch`, { bot: 'own', url: 'http://localhost:3000/?a=1' })
    expect(await (await fetch(launch)).text()).toContain('Continue as Player Two')
    const body = new URLSearchParams({ bot: 'own', url: 'http://localhost:3000/?a=1', person: 'two' })
    const answer = await fetch(`${world().url}/telegram/launch`, { method: 'POST', body, redirect: 'manual' })
    const [page, fragment] = (answer.headers.get('location') ?? '').split('#')
    expect(page).toBe('http://localhost:3000/?a=1')
    const launched = new URLSearchParams(fragment)
    expect(launched.get('tgWebAppPlatform')).toBe('web')
    expect(hashHolds(launched.get('tgWebAppData') ?? '', world().telegram.bots.own.token)).toBe(true)
  })
})

describe('the Login Widget', () => {
  const holds = ({ hash, ...fields }: Record<string, string>): boolean => {
    const key = createHash('sha256').update(world().telegram.bots.own.token).digest()
    return hmac(key, checkString(new URLSearchParams(fields), [])).toString('hex') === hash
  }

  test('signs what it hands over', () => {
    const data = world().telegram.widget()
    expect([holds(data), holds({ ...data, id: '1' })]).toEqual([true, false])
  })

  test('returns to the page with the result', async () => {
    const form = { bot_id: '110201543', origin: 'http://localhost:3000', return_to: 'http://localhost:3000/login' }
    expect((await fetch(withQuery(`${world().addresses.telegramOauth}/auth`, form))).status).toBe(200)
    const body = new URLSearchParams({ ...form, person: 'three' })
    const answer = await fetch(`${world().addresses.telegramOauth}/auth`, { method: 'POST', body, redirect: 'manual' })
    const encoded = /^http:\/\/localhost:3000\/login#tgAuthResult=([\w-]+)$/.exec(
      answer.headers.get('location') ?? '',
    )?.[1]
    const result = JSON.parse(Buffer.from(encoded ?? '', 'base64url').toString()) as Record<string, unknown>
    const texts = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, String(value)]))
    expect([result.id, holds(texts)]).toEqual([world().people[2]?.subjects.telegram, true])
  })

  test('knows its bots and their pages', async () => {
    const form = { bot_id: '110201543', origin: 'http://localhost:3000', return_to: 'http://example.com/' }
    expect((await fetch(withQuery(`${world().addresses.telegramOauth}/auth`, form))).status).toBe(400)
  })
})

describe('the Bot API', () => {
  const method = (name: string, token = world().telegram.bots.own.token) =>
    `${world().addresses.telegramApi}/bot${token}/${name}`
  const unknown = { ok: false, error_code: 401, description: 'Unauthorized' }

  test('tells a bot who it is, and refuses other tokens', async () => {
    expect(await call(method('getMe'))).toMatchObject({
      status: 200,
      body: { ok: true, result: { id: 110_201_543, is_bot: true, username: 'own_game_bot' } },
    })
    expect(await call(method('getMe', '1:no'))).toEqual(expect.objectContaining({ status: 401, body: unknown }))
  })

  test('serves the picture of a person', async () => {
    const user_id = String(world().people[0]?.subjects.telegram)
    const { body } = await post(method('getUserProfilePhotos'), { user_id })
    const photos = (body.result as { photos: { file_id: string }[][] }).photos
    const file = await call(withQuery(method('getFile'), { file_id: photos[0]?.[0]?.file_id ?? '' }))
    const path = (file.body.result as { file_path: string }).file_path
    const response = await fetch(`${world().addresses.telegramApi}/file/bot${world().telegram.bots.own.token}/${path}`)
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    const none = await post(method('getUserProfilePhotos'), { user_id: String(world().people[2]?.subjects.telegram) })
    expect(none.body.result).toEqual({ total_count: 0, photos: [] })
  })

  test('tells who is in the chat', async () => {
    const { chat } = world().telegram
    const [one] = world().people
    const status = async (): Promise<unknown> => {
      const body = JSON.stringify({ chat_id: chat.id, user_id: one?.subjects.telegram })
      const headers = { 'content-type': 'application/json' }
      const answer = await call(method('getChatMember'), { method: 'POST', body, headers })
      return (answer.body.result as { status: string }).status
    }
    expect(await status()).toBe('member')
    if (one) chat.set(one, 'kicked')
    expect(await status()).toBe('kicked')
    const nowhere = await post(method('getChatMember'), { chat_id: '-1', user_id: '1' })
    expect(nowhere).toMatchObject({ status: 400, body: { ok: false, description: 'Bad Request: chat not found' } })
  })
})

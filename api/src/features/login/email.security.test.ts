import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inParallel } from '../../testing.ts'
import { addressKey } from './attempts.ts'
import { type LoginWorld, startLoginWorld } from './testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

const address = () => `reader.${(serial += 1)}@example.com`

const codeFor = async (email: string, appId = harness.app.id) => {
  const after = Date.now()
  await harness.server.as().login.emailStart({ appId, email })
  const { text } = await harness.world.outbox.waitFor(email.normalize('NFKC'), after)
  return /\b\d{6}\b/.exec(text)![0]
}

const login = (email: string, code: string, appId = harness.app.id) =>
  harness.server.send('POST', '/user/login-email', { body: { appId, email, code } })

const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0')

test('of 1,000 parallel uses of one code, one logs in', async () => {
  const ownWorld = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '1000' })
  await ownWorld.server.as().login.emailStart({ appId: ownWorld.app.id, email: 'crowd@example.com' })
  const { text } = await ownWorld.world.outbox.waitFor('crowd@example.com')
  const body = { appId: ownWorld.app.id, email: 'crowd@example.com', code: /\b\d{6}\b/.exec(text)![0] }
  const statuses = await inParallel(1000, async () => {
    const { status } = await ownWorld.server.send('POST', '/user/login-email', { body })
    return status
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(999)
  await ownWorld.stop()
})

describe('S12: one valid e-mail code per address and app', () => {
  const from = (world: LoginWorld, ip: string, path: string, body: object) =>
    world.server.send('POST', path, {
      body: { appId: world.app.id, ...body },
      headers: { 'x-forwarded-for': ip },
    })

  test('a new code replaces the old one, whoever requested either', async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' })
    const email = 'many.codes@example.com'
    for (let network = 1; network <= 20; network += 1)
      await from(ownWorld, `203.0.113.${network}`, '/user/login-email/start', { email })
    expect(await ownWorld.server.resources.db.prisma.emailCode.count({ where: { email } })).toBe(1)
    const codes = ownWorld.world.outbox.list().map(({ text }) => /\b\d{6}\b/.exec(text)![0])
    const { email: row, tries } = await ownWorld.server.resources.db.prisma.emailCode.findFirstOrThrow()
    expect([codes.length, row, tries]).toEqual([20, email, 0])
    await ownWorld.stop()
  })

  test('five attempts in total are compared with it, from all networks and in parallel too', async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' })
    const email = 'guessed@example.com'
    await from(ownWorld, '203.0.113.1', '/user/login-email/start', { email })
    const { text } = await ownWorld.world.outbox.waitFor(email)
    const code = /\b\d{6}\b/.exec(text)![0]
    const guess = (ip: string, guessedCode: string) =>
      from(ownWorld, ip, '/user/login-email', { email, code: guessedCode })
    const { prisma } = ownWorld.server.resources.db
    const triesOf = async () => (await prisma.emailCode.findFirstOrThrow({ where: { email } })).tries
    await Promise.all(Array.from({ length: 20 }, (_, turn) => guess(`198.51.100.${turn}`, wrong(code))))
    expect(await triesOf()).toBe(3)
    await Promise.all(Array.from({ length: 10 }, () => guess('203.0.113.1', wrong(code))))
    expect(await triesOf()).toBe(5)
    expect((await guess('203.0.113.1', code)).body.code).toBe('email_code_incorrect')
    await ownWorld.stop()
  })

  test('a code of another app stays valid', async () => {
    const { world, app } = harness
    const { id } = await harness.newApp('Another')
    const email = address()
    const code = await codeFor(email, app.id)
    await codeFor(email, id)
    expect(world.outbox.list().filter(({ to }) => to.includes(email))).toHaveLength(2)
    expect((await login(email, code)).status).toBe(200)
  })
})

describe('guessing an e-mail code', () => {
  test('after five wrong attempts, in parallel too, the correct code is refused', async () => {
    const email = address()
    const code = await codeFor(email)
    const tries = await Promise.all(Array.from({ length: 12 }, () => login(email, wrong(code))))
    expect(tries.every(({ body }) => body.code === 'email_code_incorrect')).toBe(true)
    expect((await login(email, code)).body.code).toBe('email_code_incorrect')
  })

  test('an address receives only a few codes, then the answer tells the wait', async () => {
    const email = address()
    const answers = []
    for (let turn = 0; turn < 7; turn += 1)
      answers.push(
        await harness.server.send('POST', '/user/login-email/start', { body: { appId: harness.app.id, email } }),
      )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(Number(answers[6]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('one IP address has a limited number of wrong codes over all accounts', async () => {
    const ownWorld = await startLoginWorld()
    const statuses = []
    for (let turn = 0; turn < 55; turn += 1) {
      const body = { appId: ownWorld.app.id, email: `n${turn}@example.com`, code: '123456' }
      statuses.push((await ownWorld.server.send('POST', '/user/login-email', { body })).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
    await ownWorld.stop()
  })

  test("another network can neither use up nor replace a person's code, nor use up the mails", async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' })
    const email = 'victim@example.com'
    const from = (ip: string, path: string, body: object) =>
      ownWorld.server.send('POST', path, {
        body: { appId: ownWorld.app.id, email, ...body },
        headers: { 'x-forwarded-for': ip },
      })
    const start = (ip: string) => from(ip, '/user/login-email/start', {})
    expect((await start('203.0.113.1')).status).toBe(200)
    const { text } = await ownWorld.world.outbox.waitFor(email)
    const code = /\b\d{6}\b/.exec(text)![0]
    for (let turn = 0; turn < 8; turn += 1) await from('198.51.100.7', '/user/login-email', { code: wrong(code) })
    for (let turn = 0; turn < 8; turn += 1) await start('198.51.100.7')
    expect((await start('203.0.113.1')).status).toBe(200)
    const after = ownWorld.world.outbox.list().length
    expect(after).toBeGreaterThan(1)
    const mails = ownWorld.world.outbox.list().toSorted((a, b) => b.at - a.at)
    const latest = /\b\d{6}\b/.exec(mails[0]!.text)![0]
    expect((await from('203.0.113.1', '/user/login-email', { code: latest })).status).toBe(200)
    await ownWorld.stop()
  })

  test('a person whose network changed meanwhile can log in', async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' })
    const email = 'traveller@example.com'
    const body = { appId: ownWorld.app.id, email }
    const headers = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
    await ownWorld.server.send('POST', '/user/login-email/start', { body, ...headers('203.0.113.1') })
    const { text } = await ownWorld.world.outbox.waitFor(email)
    const code = /\b\d{6}\b/.exec(text)![0]
    const answer = await ownWorld.server.send('POST', '/user/login-email', {
      body: { ...body, code },
      ...headers('192.0.2.9'),
    })
    expect(answer.status).toBe(200)
    await ownWorld.stop()
  })

  test('a new code does not reset the count of wrong attempts', async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '1' })
    const { attempts } = ownWorld.server.resources
    const email = 'target@example.com'
    const statuses = []
    for (let turn = 0; turn < 60; turn += 1) {
      const body = { appId: ownWorld.app.id, email, code: '000000' }
      statuses.push((await ownWorld.server.send('POST', '/user/login-email', { body })).status)
      // Does not reset the account's count, in Redis as in PostgreSQL.
      await attempts.refund(['codeByIp', addressKey('127.0.0.1')])
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
    await ownWorld.stop()
  })

  test('a new code replaces the previous one', async () => {
    const email = address()
    const first = await codeFor(email)
    const second = await codeFor(email)
    if (first !== second) expect((await login(email, first)).status).toBe(400)
    expect((await login(email, second)).status).toBe(200)
  })

  test('is sealed in the database', async () => {
    const email = address()
    const code = await codeFor(email)
    const row = await harness.server.resources.db.prisma.emailCode.findFirstOrThrow({ where: { email } })
    expect(Buffer.from(row.sealed).toString('latin1')).not.toContain(code)
  })
})

describe('user enumeration', () => {
  test('the answer is the same whether the address has an account or not', async () => {
    const email = address()
    await login(email, await codeFor(email))
    const ask = (to: string) =>
      harness.server.send('POST', '/user/login-email/start', { body: { appId: harness.app.id, email: to } })
    const [known, unknown] = [await ask(email), await ask(address())]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })
})

describe('unicode look-alikes and malformed addresses', () => {
  test.each(['a', 'a@b', 'a b@example.com', '@example.com', 'a@example.com, b@example.com', 'a@exa\u200bmple.com'])(
    '%j is refused',
    async (email) => {
      const { status, body } = await harness.server.send('POST', '/user/login-email/start', {
        body: { appId: harness.app.id, email },
      })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test.each(['a@example.com\r\nBcc: evil@example.com', 'x@example.com\nSubject: y'])(
    '%j adds no header',
    async (email) => {
      expect(
        (await harness.server.send('POST', '/user/login-email/start', { body: { appId: harness.app.id, email } }))
          .status,
      ).toBe(400)
    },
  )

  test('addresses that differ in case or width are one address', async () => {
    const email = address()
    const code = await codeFor(email)
    expect((await login(` ${email.toUpperCase()} `, code)).status).toBe(200)
    const again = await codeFor(email.replace('example', 'ｅxample'))
    expect((await login(email, again)).status).toBe(200)
    expect((await harness.app.client.appUsers.list({ search: email })).meta.totalItems).toBe(1)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５x'])('the code %j is refused', async (code) => {
    expect((await login('a@example.com', code)).body.code).toBe('invalid_input')
  })
})

import { createConnection } from 'node:net'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { providerAddresses } from '../../api/src/lib/providers/addresses.ts'
import { startIdentityWorld } from '../src/identity/world.ts'
import { bearer, call, useWorld } from './identity-world.ts'

const world = useWorld()

describe('environment', () => {
  test('names every address that the API server calls', () => {
    const { environment, addresses, telegram } = world()
    expect(environment.OPENAUTH_GOOGLE_ACCOUNTS_URL).toBe(addresses.googleAccounts)
    expect(environment.OPENAUTH_TELEGRAM_PUBLIC_KEY).toBe(telegram.publicKey)
    expect(environment.OPENAUTH_SMTP_URL).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/)
    const variables = Object.keys(providerAddresses).map(
      (name) => `OPENAUTH_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`,
    )
    const others = ['OPENAUTH_TELEGRAM_PUBLIC_KEY', 'OPENAUTH_SMTP_URL']
    expect(Object.keys(environment).toSorted()).toEqual([...variables, ...others].toSorted())
  })
})

test('clients, people and Telegram’s key are the same in every run', async () => {
  const other = await startIdentityWorld()
  const { clients, people, telegram } = other
  await other.stop()
  expect({ clients, people, key: telegram.publicKey }).toEqual({
    clients: world().clients,
    people: world().people,
    key: world().telegram.publicKey,
  })
})

test('the index page shows what there is', async () => {
  const page = await (await fetch(world().url)).text()
  for (const text of ['Player Three', world().clients.google.own.clientId, '/outbox']) expect(page).toContain(text)
})

test('the index page lists the client of an OpenID Connect issuer', async () => {
  const oidcClient = { issuer: 'http://127.0.0.1:5583', clientId: 'openauth-dev', clientSecret: 'words' }
  const other = await startIdentityWorld({ oidcClient })
  const page = await (await fetch(other.url)).text()
  await other.stop()
  for (const text of Object.values(oidcClient)) expect(page).toContain(text)
})

describe('faults', () => {
  const certs = () => `${world().addresses.googleCerts}/oauth2/v3/certs`
  afterEach(() => world().faults.clear())

  test('happen as often as they are to', async () => {
    world().faults.set({ host: 'www.googleapis.com', path: '/oauth2/v3/certs', status: 503, body: { a: 1 }, times: 2 })
    expect(await call(certs())).toMatchObject({ status: 503, body: { a: 1 } })
    expect((await fetch(certs())).status).toBe(503)
    expect((await fetch(certs())).status).toBe(200)
  })

  test('happen where they are set', async () => {
    world().faults.set({ host: 'api.github.com', path: /./, kind: 'error' })
    world().faults.set({ path: /^\/auth\//, kind: 'error' })
    expect((await fetch(certs())).status).toBe(200)
    expect((await fetch(`${world().addresses.apple}/auth/keys`)).status).toBe(500)
    world().faults.clear()
    expect((await fetch(`${world().addresses.apple}/auth/keys`)).status).toBe(200)
  })

  test('hang, reset, send nothing, too much and a page', async () => {
    const set = (kind: 'hang' | 'reset' | 'empty' | 'huge' | 'html') =>
      world().faults.set({ path: '/oauth2/v3/certs', kind, times: 1 })
    set('hang')
    await expect(fetch(certs(), { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
    set('reset')
    await expect(fetch(certs())).rejects.toThrow('fetch failed')
    set('empty')
    expect(await (await fetch(certs())).text()).toBe('')
    set('huge')
    expect((await (await fetch(certs())).arrayBuffer()).byteLength).toBeGreaterThan(64 * 1_048_576)
    set('html')
    expect((await fetch(certs())).headers.get('content-type')).toContain('text/html')
  })

  test('make an answer late and leave it as it is', async () => {
    world().faults.set({ path: '/oauth2/v3/certs', delayMs: 80 })
    const start = performance.now()
    expect(await call(certs())).toMatchObject({ status: 200, body: { keys: expect.any(Array) } })
    expect(performance.now() - start).toBeGreaterThan(70)
  })
})

test('requests to the providers are recorded', async () => {
  world().clearRequests()
  await fetch(`${world().addresses.discord}/api/users/@me?a=b`, bearer('x'))
  await fetch(`${world().url}/outbox`)
  const entry = { host: 'discord.com', method: 'GET', path: '/api/users/@me', query: 'a=b', at: expect.any(Number) }
  expect(world().requests()).toEqual([entry])
})

/** Speaks SMTP line by line, so that no mail library stands between the catcher and the test. */
const sendMail = async (to: string, subject: string, body: string): Promise<void> => {
  const { hostname, port } = new URL(world().environment.OPENAUTH_SMTP_URL ?? '')
  const socket = createConnection({ host: hostname, port: Number(port) })
  const lines = createInterface({ input: socket })
  const answered = async (): Promise<void> => {
    const [line] = (await once(lines, 'line')) as [string]
    if (!/^[23]\d\d /.test(line) && !/^[23]\d\d-/.test(line)) throw new Error(line)
    if (line[3] === '-') await answered()
  }
  await answered()
  const message = `From: OpenAuth <no-reply@example.com>\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${body}\r\n.`
  for (const line of ['HELO test', 'MAIL FROM:<no-reply@example.com>', `RCPT TO:<${to}>`, 'DATA', message, 'QUIT']) {
    socket.write(`${line}\r\n`)
    await answered()
  }
  socket.destroy()
}

describe('outbox', () => {
  test('keeps what is sent', async () => {
    world().outbox.clear()
    const coming = world().outbox.waitFor('player.one@example.com')
    await sendMail('player.one@example.com', 'Your code', 'It is 123456 for ten minutes.')
    expect(await coming).toMatchObject({
      to: ['player.one@example.com'],
      from: 'no-reply@example.com',
      subject: 'Your code',
      text: expect.stringContaining('123456'),
      code: '123456',
    })
  })

  test('tells one mail from the next', async () => {
    const first = await world().outbox.waitFor('player.one@example.com')
    const coming = world().outbox.waitFor('PLAYER.ONE@example.com', first.at)
    await sendMail('player.two@example.com', 'Not this', 'x')
    await sendMail('player.one@example.com', 'This', 'x')
    expect((await coming).subject).toBe('This')
  })

  test('is a page and JSON, newest first', async () => {
    const mails = (await (await fetch(`${world().url}/outbox.json?to=player.one@example.com`)).json()) as object[]
    expect(mails).toMatchObject([{ subject: 'This' }, { subject: 'Your code' }])
    expect(await (await fetch(`${world().url}/outbox`)).text()).toContain('<p class="code">123456</p>')
  })
})

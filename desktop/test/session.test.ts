import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSession } from '../src/main/session.ts'
import { testTokenStore } from './token-store.ts'

const address = 'https://auth.example.com'
const name = 'auth.example.com'
const token = 'secret-admin-token'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-session-'))
  file = join(folder, 'console.json')
})
afterEach(() => rm(folder, { recursive: true }))

const signIn = async (tokenStore = testTokenStore()) => {
  const session = await openSession(file, tokenStore)
  await session.use(address)
  await session.signIn({ address, token })
  return session
}

test('the first start has no server', async () => {
  const session = await openSession(file, testTokenStore())
  expect(session.server()).toEqual({ address: null, signedIn: false })
})

test('a session survives a restart, sealed in a file of mode 0600', async () => {
  await signIn()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).not.toContain(token)
  const reopened = await openSession(file, testTokenStore())
  expect(reopened.current()).toEqual({ address, token })
})

test('a file with mode 0644 gets mode 0600 at the next write', async () => {
  await writeFile(`${file}.new`, 'left by an interrupted write', { mode: 0o644 })
  await signIn()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('without a key store the token stays in memory', async () => {
  const session = await signIn(testTokenStore(false))
  expect(session.server()).toEqual({ address, signedIn: true })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ current: address, servers: [{ address, name }] })
  const reopened = await openSession(file, testTokenStore(false))
  expect(reopened.server()).toEqual({ address, signedIn: false })
})

test('changing the address in the file does not send the token there', async () => {
  const evil = 'https://evil.example'
  await signIn()
  const stored = JSON.parse(await readFile(file, 'utf8'))
  const [server] = stored.servers
  await writeFile(file, JSON.stringify({ current: evil, servers: [{ ...server, address: evil }] }))
  const reopened = await openSession(file, testTokenStore())
  expect(reopened.current()).toEqual({ address: evil, token: undefined })
})

test('a file with one server is read as a list of one', async () => {
  const sealed = await testTokenStore().seal(JSON.stringify({ address, token }))
  await writeFile(file, JSON.stringify({ address, sealed: sealed.toString('base64') }))
  const session = await openSession(file, testTokenStore())
  expect(session.servers()).toEqual([{ address, name, signedIn: true }])
  expect(session.current()).toEqual({ address, token })
})

test('every server keeps its own token over a restart', async () => {
  const session = await signIn()
  await session.use('https://b.example', 'B')
  await session.signIn({ address: 'https://b.example', token: 'token-of-b' })
  const reopened = await openSession(file, testTokenStore())
  expect(reopened.current()).toEqual({ address: 'https://b.example', token: 'token-of-b' })
  await reopened.use(address)
  expect(reopened.current()).toEqual({ address, token })
})

test('a token that the file moves to another server of the list is not used there', async () => {
  const session = await signIn()
  await session.use('https://b.example')
  const { servers, current } = JSON.parse(await readFile(file, 'utf8'))
  const moved = [servers[0], { ...servers[1], sealed: servers[0].sealed }]
  await writeFile(file, JSON.stringify({ current, servers: moved }))
  const reopened = await openSession(file, testTokenStore())
  expect(reopened.servers().map(({ signedIn }) => signedIn)).toEqual([true, false])
})

test.each(['', 'not json', '[]', '{"address":5}', '{"current":null}', '{"current":"x","servers":[]}'])(
  'a damaged file (%j) is treated as absent',
  async (content) => {
    await writeFile(file, content)
    const session = await openSession(file, testTokenStore())
    expect(session.server()).toEqual({ address: null, signedIn: false })
  },
)

test('signing out removes the token from the file', async () => {
  const session = await signIn()
  await session.signOut({ address, token })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ current: address, servers: [{ address, name }] })
})

test('of concurrent changes the last one is stored', async () => {
  const session = await signIn()
  await Promise.all([session.use('https://b.example'), session.use('https://c.example')])
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    current: 'https://c.example',
    servers: [{ address }, { address: 'https://b.example' }, { address: 'https://c.example' }],
  })
})

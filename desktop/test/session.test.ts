import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSession } from '../src/main/session.ts'
import { testTokenStore } from './token-store.ts'

const address = 'https://auth.example.com'
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
  await session.setAddress(address)
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
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ address })
  const reopened = await openSession(file, testTokenStore(false))
  expect(reopened.server()).toEqual({ address, signedIn: false })
})

test('changing the address in the file does not send the token there', async () => {
  await signIn()
  const stored = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...stored, address: 'https://evil.example' }))
  const reopened = await openSession(file, testTokenStore())
  expect(reopened.current()).toEqual({ address: 'https://evil.example', token: undefined })
})

test.each(['', 'not json', '[]', '{"address":5}', '{"address":null,"sealed":"AAAA"}'])(
  'a damaged file (%j) is treated as absent',
  async (content) => {
    await writeFile(file, content)
    const session = await openSession(file, testTokenStore())
    expect(session.server()).toEqual({ address: null, signedIn: false })
  },
)

test('signing out removes the token from the file', async () => {
  const session = await signIn()
  await session.signOut(token)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ address })
})

test('of concurrent changes the last one is stored', async () => {
  const session = await signIn()
  await Promise.all([session.setAddress('https://b.example'), session.setAddress('https://c.example')])
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ address: 'https://c.example' })
})

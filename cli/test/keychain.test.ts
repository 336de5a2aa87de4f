import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Keychain, openKeychain } from '../src/keychain.ts'
import { createOperator, data, fakeServer } from './cli.ts'

const token = 'head.claims.signature'
const home = 'http://127.0.0.1:5566'

const signIn = ['login', '--username', 'root', '--password-stdin']
const server = () =>
  fakeServer(({ url }) => (url.pathname === '/admin/login' ? data({ token }) : data({ id: 1, username: 'root' })))

/** A keychain in memory, which can be made to fail. */
const keychainOf = (failure?: Error) => {
  const held = new Map<string, string>()
  const answer = async <T>(work: () => T): Promise<T> => {
    if (failure) throw failure
    return work()
  }
  const keychain: Keychain = {
    read: (account) => answer(() => held.get(account)),
    write: (account, text) => answer(() => void held.set(account, text)),
    remove: (account) => answer(() => void held.delete(account)),
  }
  return { held, keychain: async () => keychain }
}

test('a token is stored in the keychain and not in the file, used from there, and removed by logout', async () => {
  const { fetch, requests } = server()
  const { held, keychain } = keychainOf()
  const { openauth, profiles } = await createOperator({ fetch, keychain })
  expect((await openauth(signIn, { stdin: 'x' })).stderr).toBe(`Signed in to ${home} as root.\n`)
  expect(held.get(home)).toBe(token)
  const file = await readFile(profiles, 'utf8')
  expect(file).not.toContain(token)
  await openauth(['whoami'])
  expect(requests.at(-1)!.authorization).toBe(`Bearer ${token}`)
  expect((await openauth(['auth', 'status'])).stdout).toContain("the system's keychain")
  await openauth(['logout'])
  expect(held.size).toBe(0)
  expect((await openauth(['whoami'])).code).toBe(4)
})

test('saving an app leaves the token in the keychain, also while OPENAUTH_TOKEN is in use', async () => {
  const { held, keychain } = keychainOf()
  const app = { id: '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab', name: 'Game' }
  const { fetch } = fakeServer(({ url }) => (url.pathname === '/admin/apps' ? data([app]) : data({ token })))
  const { openauth } = await createOperator({ fetch, keychain })
  await openauth(signIn, { stdin: 'x' })
  expect((await openauth(['use', 'Game'], { env: { OPENAUTH_TOKEN: 'a.b.c' } })).code).toBe(0)
  expect((await openauth(['use', 'Game'])).code).toBe(0)
  expect(held.get(home)).toBe(token)
})

test('without a keychain that answers the token is in the file, with a note once', async () => {
  const { openauth, profiles } = await createOperator({
    fetch: server().fetch,
    ...keychainOf(new Error('the daemon is away')),
  })
  const first = await openauth(signIn, { stdin: 'x' })
  expect(first.stderr).toContain(`the token is stored in ${profiles}, which only you can read`)
  await openauth(['logout'])
  expect((await openauth(signIn, { stdin: 'x' })).stderr).toBe(`Signed in to ${home} as root.\n`)
  expect(await readFile(profiles, 'utf8')).toContain(token)
})

test('token-store keychain never falls back to the file, and token-store file never asks the keychain', async () => {
  const failing = await createOperator({ fetch: server().fetch, ...keychainOf(new Error('the daemon is away')) })
  await failing.openauth(['config', 'set', 'token-store', 'keychain'])
  const { code, stderr } = await failing.openauth(signIn, { stdin: 'x' })
  expect(code).toBe(1)
  expect(stderr).toContain('the daemon is away')
  expect(await readFile(failing.profiles, 'utf8')).not.toContain(token)
  const { held, keychain } = keychainOf()
  const plain = await createOperator({ fetch: server().fetch, keychain })
  await plain.openauth(['config', 'set', 'token-store', 'file'])
  await plain.openauth(signIn, { stdin: 'x' })
  expect(held.size).toBe(0)
})

test('a keychain that is locked later is named, and commands without a session still work', async () => {
  const { keychain } = keychainOf()
  const { openauth } = await createOperator({ fetch: server().fetch, keychain })
  await openauth(signIn, { stdin: 'x' })
  const { keychain: locked } = keychainOf(new Error('it is locked'))
  const { code, stderr } = await openauth(['whoami'], { keychain: locked })
  expect(code).toBe(4)
  expect(stderr).toContain('does not answer: it is locked')
  expect((await openauth(['config', 'path'], { keychain: locked })).code).toBe(0)
})

test('a session whose token the keychain has lost, or does not give, can be removed here', async () => {
  const { held, keychain } = keychainOf()
  const { fetch, requests } = server()
  const { openauth, profiles } = await createOperator({ fetch, keychain })
  const isSaved = async () => (await readFile(profiles, 'utf8')).includes('"keychain": true')
  const { keychain: locked } = keychainOf(new Error('it is locked'))
  await openauth(signIn, { stdin: 'x' })
  const calls = requests.length
  const refused = await openauth(['logout'], { keychain: locked })
  expect([refused.code, await isSaved()]).toEqual([4, true])
  expect(refused.stderr).toContain('To remove the session here only: openauth logout --local')
  held.clear()
  const removed = await openauth(['logout', '--local'])
  expect([removed.code, await isSaved(), requests.length]).toEqual([0, false, calls])
  expect((await openauth(['logout', '--local'])).code).toBe(4)
  expect((await openauth(['whoami'])).stderr).not.toContain('Warning')
})

test('the library of this system answers or is absent, and never throws when it is opened', async () => {
  expect(await openKeychain({})).toBeUndefined()
  const keychain = await openKeychain({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' })
  await expect(keychain?.read('nobody') ?? Promise.reject(new Error('absent'))).rejects.toBeInstanceOf(Error)
})

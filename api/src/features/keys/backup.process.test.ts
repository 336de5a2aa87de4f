import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, fetchTransport } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endProcess, startRefusedServer, startProcess } from '../../../test/server-process.ts'
import { addKeyringKey } from '../../custody/testing.ts'
import { adminCredentials } from '../../testing.ts'

// Carries out the backup and restore that docs/custody.md describes.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Keeps owners and modes: where the server runs as root, the database belongs to another user. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

const clientOf = (url: string, token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))
const environmentOf = (name: string) => ({
  OPENAUTH_DATA_DIR: join(folder, name),
  OPENAUTH_KEYRING_FILE: join(folder, `${name}-keyring.json`),
  OPENAUTH_SIGNER: 'process',
})

test('database and keyring from separate backups restore a server; with another keyring it does not start', async () => {
  const original = await startProcess(environmentOf('original'))
  await clientOf(original.url).setup.create(adminCredentials)
  const { token: adminToken } = await clientOf(original.url).setup.login(adminCredentials)
  const { id: appId } = await clientOf(original.url, adminToken).apps.create({ name: 'Kept' })
  const login = { appId, username: 'ada', password: 'password of ada', type: 'register' } as const
  const { token } = await clientOf(original.url).login.username(login)
  const { solWallet } = await clientOf(original.url, token).account.wallets()
  const { signature } = await clientOf(original.url, token).solana.signMessage({ message: 'before' })
  // An operator added a key to the keyring by hand: SIGHUP loads it, and its canary is stored first.
  const keyringFile = environmentOf('original').OPENAUTH_KEYRING_FILE
  await addKeyringKey(keyringFile)
  original.child.kill('SIGHUP')
  const status = () => clientOf(original.url, adminToken).keys.status()
  await expect.poll(async () => (await status()).current, { timeout: 120_000 }).toBe('local:2')
  expect(await endProcess(original)).toBe(0)

  // The backup of the database contains no KEK.
  const backup = join(folder, 'backup')
  await copy(join(folder, 'original'), backup)
  const keyring = await readFile(keyringFile)
  await rm(join(folder, 'original'), { recursive: true })

  const elsewhere = environmentOf('elsewhere')
  await copy(backup, elsewhere.OPENAUTH_DATA_DIR)

  const missing = await startRefusedServer(elsewhere)
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('The keyring is missing')])
  const foreign = { version: 1, current: 'local:1', keys: { 'local:1': Buffer.alloc(32, 7).toString('base64') } }
  await writeFile(elsewhere.OPENAUTH_KEYRING_FILE, JSON.stringify(foreign), { mode: 0o400 })
  const wrong = await startRefusedServer(elsewhere)
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('is not the one this database was written')])

  await rm(elsewhere.OPENAUTH_KEYRING_FILE)
  await writeFile(elsewhere.OPENAUTH_KEYRING_FILE, keyring, { mode: 0o400 })
  const restored = await startProcess(elsewhere)
  const { reports } = await clientOf(restored.url, adminToken).keys.verify()
  expect(reports).toEqual([{ kekId: 'local:1', opened: 3, failed: 0 }])
  expect((await clientOf(restored.url, token).account.wallets()).solWallet).toBe(solWallet)
  expect((await clientOf(restored.url, token).solana.signMessage({ message: 'before' })).signature).toBe(signature)
  expect(await endProcess(restored)).toBe(0)
})

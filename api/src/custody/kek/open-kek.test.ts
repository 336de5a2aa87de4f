import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AwsKms, startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { startVault, type Vault } from '@openauth/localnet/custody/vault'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { awsKekId } from './aws-kms.ts'
import { unwrapDataKey, wrapDataKey } from '../key-service.ts'
import { addKeyringKey, createKeyring } from './keyring.ts'
import { type KekSettings, openKek, type OpenedKek } from './open-kek.ts'

const SCOPE = { owner: 'user', appId: 'app-1', userId: 'alice' } as const

let kms: AwsKms
let vault: Vault
let directory: string
let keyringFile: string
const opened: OpenedKek[] = []

beforeAll(async () => {
  kms = await startAwsKms()
  vault = await startVault()
  vault.createKey('openauth')
})
afterAll(async () => {
  await kms.stop()
  await vault.stop()
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kek-'))
  keyringFile = join(directory, 'keyring.json')
  await writeFile(join(directory, 'token'), vault.token, { mode: 0o600 })
})
afterEach(async () => {
  for (const { close } of opened.splice(0)) close()
  await rm(directory, { recursive: true })
})

const awsKms = (...keys: string[]) => ({ keys, region: kms.region, endpoint: kms.url, credentials: kms.credentials })
const vaultTransit = (...keys: string[]) => ({
  address: vault.url,
  mount: 'transit',
  keys,
  tokenFile: join(directory, 'token'),
})
const open = async (more: Partial<KekSettings>) => {
  const kek = await openKek({ kek: 'local', keyringFile, cacheSeconds: 0, ...more })
  opened.push(kek)
  return kek
}

test('every configured backend unwraps, and the chosen one wraps', async () => {
  await createKeyring(keyringFile)
  const arns = [kms.createKey(), kms.createKey()]
  const all = { awsKms: awsKms(...arns), vaultTransit: vaultTransit('openauth') }
  const written = []
  for (const kek of ['local', 'aws-kms', 'vault-transit'] as const) {
    const { keys } = await open({ kek, ...all })
    written.push(await wrapDataKey(keys, SCOPE))
  }
  expect(written.map(({ kekId }) => kekId)).toEqual(['local:1', awsKekId(arns[0]!), 'vault:transit/openauth:v1'])
  const { keys } = await open(all)
  expect(keys.ids()).toEqual(['local:1', ...arns.map(awsKekId), 'vault:transit/openauth:v1'])
  for (const { wrappedKey, kekId, dataKey } of written)
    expect((await unwrapDataKey(keys, wrappedKey, kekId, SCOPE)).equals(dataKey)).toBe(true)
})

test('only the local backend requires a keyring file', async () => {
  const { keys } = await open({ kek: 'aws-kms', awsKms: awsKms(kms.createKey()) })
  expect(keys.ids()).toHaveLength(1)
  await expect(open({})).rejects.toMatchObject({ code: 'keyring_missing' })
})

test.each(['aws-kms', 'vault-transit'] as const)('%s is refused without its settings', async (kek) => {
  await createKeyring(keyringFile)
  await expect(open({ kek })).rejects.toMatchObject({ code: 'backend_refused' })
  await expect(open({ kek, awsKms: awsKms(), vaultTransit: vaultTransit() })).rejects.toMatchObject({
    code: 'backend_refused',
  })
})

test('a KEK that is not configured is unknown', async () => {
  const { keys } = await open({ kek: 'vault-transit', vaultTransit: vaultTransit('openauth') })
  for (const id of ['local:1', 'vault:transit/other:v1', awsKekId(kms.createKey())!])
    expect(() => keys.get(id)).toThrow(expect.objectContaining({ code: 'kek_unknown' }))
})

describe('reload', () => {
  test('finds a key that was added to the keyring and a new version in Vault', async () => {
    await createKeyring(keyringFile)
    vault.createKey('reloaded')
    const local = await open({})
    const remote = await open({ kek: 'vault-transit', vaultTransit: vaultTransit('reloaded') })
    const before = await wrapDataKey(remote.keys, SCOPE)
    await addKeyringKey(keyringFile)
    vault.rotateKey('reloaded')
    expect([local.keys.current.id, remote.keys.current.id]).toEqual(['local:1', 'vault:transit/reloaded:v1'])
    await local.reload()
    await remote.reload()
    expect([local.keys.current.id, remote.keys.current.id]).toEqual(['local:2', 'vault:transit/reloaded:v2'])
    expect(local.keys.ids()).toEqual(['local:1', 'local:2'])
    expect(await unwrapDataKey(remote.keys, before.wrappedKey, before.kekId, SCOPE)).toHaveLength(32)
  })

  test('a failed reload changes nothing', async () => {
    await createKeyring(keyringFile)
    const { keys, reload } = await open({})
    await rm(keyringFile)
    await expect(reload()).rejects.toMatchObject({ code: 'keyring_missing' })
    expect(await wrapDataKey(keys, SCOPE)).toMatchObject({ kekId: 'local:1' })
  })

  test('interrupts no running call', async () => {
    const { keys, reload } = await open({ kek: 'aws-kms', awsKms: awsKms(kms.createKey()) })
    const { wrappedKey, kekId } = await wrapDataKey(keys, SCOPE)
    kms.delay(200)
    kms.clearRequests()
    const reloading = reload()
    // Three calls in sequence: the last one is running now.
    await vi.waitFor(() => expect(kms.requests()).toHaveLength(3), { timeout: 120_000, interval: 5 })
    const opening = Promise.all(Array.from({ length: 10 }, () => unwrapDataKey(keys, wrappedKey, kekId, SCOPE)))
    await reloading
    expect(await opening).toHaveLength(10)
    // No call was repeated; two belong to the reload itself.
    const decrypts = kms.requests().filter(({ operation }) => operation === 'Decrypt')
    expect(decrypts).toHaveLength(10 + 2)
    kms.delay(0)
  })
})

describe('the cache', () => {
  test('saves calls, is bypassed by `direct` and survives a reload', async () => {
    const { keys, direct, reload } = await open({ kek: 'aws-kms', awsKms: awsKms(kms.createKey()), cacheSeconds: 60 })
    const { wrappedKey, kekId } = await wrapDataKey(keys, SCOPE)
    kms.clearRequests()
    const decrypts = () => kms.requests().filter(({ operation }) => operation === 'Decrypt').length
    for (let time = 0; time < 5; time += 1) await unwrapDataKey(keys, wrappedKey, kekId, SCOPE)
    expect(decrypts()).toBe(1)
    for (let time = 0; time < 3; time += 1) await unwrapDataKey(direct, wrappedKey, kekId, SCOPE)
    expect(decrypts()).toBe(4)
    await reload()
    kms.clearRequests()
    await unwrapDataKey(keys, wrappedKey, kekId, SCOPE)
    expect(decrypts()).toBe(0)
  })

  test('never holds a key of the local keyring', async () => {
    await createKeyring(keyringFile)
    const { keys, direct } = await open({ cacheSeconds: 60 })
    expect(keys.get('local:1')).toBe(direct.get('local:1'))
  })
})

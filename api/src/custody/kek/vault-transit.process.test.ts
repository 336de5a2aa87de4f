import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVault, type Vault } from '@openauth/localnet/custody/vault'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkCanary, keyServiceOf, makeCanary, unwrapDataKey, wrapDataKey } from '../key-service.ts'
import { testOutages } from './outages.testing.ts'
import { openVaultTransit, type VaultTransitSettings } from './vault-transit.ts'

const AAD = Buffer.from('aad of the key')
const SCOPE = { owner: 'app', appId: 'app-1' } as const

let vault: Vault
let directory: string
let tokenFile: string

beforeAll(async () => {
  vault = await startVault()
  vault.createKey('openauth')
  directory = await mkdtemp(join(tmpdir(), 'vault-'))
  tokenFile = join(directory, 'token')
  await writeFile(tokenFile, `${vault.token}\n`, { mode: 0o600 })
})
afterAll(async () => {
  await vault.stop()
  await rm(directory, { recursive: true })
})
afterEach(() => {
  vault.faults.clear()
  vault.clearRequests()
})

const settings = (more: Partial<VaultTransitSettings> = {}): VaultTransitSettings => ({
  address: vault.url,
  mount: 'transit',
  keys: ['openauth'],
  tokenFile,
  ...more,
})
const kekOf = async (more: Partial<VaultTransitSettings> = {}) => (await openVaultTransit(settings(more))).keks[0]!

test('unwraps what it wrapped, and wraps differently each time', async () => {
  const kek = await kekOf()
  expect(kek.id).toBe('vault:transit/openauth:v1')
  const dek = randomBytes(32)
  const [one, other] = [await kek.wrap(dek, AAD), await kek.wrap(dek, AAD)]
  expect(one.equals(other)).toBe(false)
  expect(one.toString()).toMatch(/^vault:v1:/)
  expect((await kek.unwrap(one, AAD)).equals(dek)).toBe(true)
  expect((await kek.unwrap(other, AAD)).equals(dek)).toBe(true)
})

test('wraps data keys and seals canaries', async () => {
  const kek = await kekOf()
  const service = keyServiceOf([kek], kek.id)
  const { dataKey, kekId, wrappedKey } = await wrapDataKey(service, SCOPE)
  expect((await unwrapDataKey(service, wrappedKey, kekId, SCOPE)).equals(dataKey)).toBe(true)
  await checkCanary(service, await makeCanary(service))
})

test('mount and namespace are part of path, header and id', async () => {
  const other = await startVault({ mount: 'team/keys', namespace: 'admin/game' })
  other.createKey('wallets.v2')
  const file = join(directory, 'other-token')
  await writeFile(file, other.token, { mode: 0o600 })
  const place = { address: `${other.url}/`, mount: 'team/keys', namespace: 'admin/game', keys: ['wallets.v2'] }
  const kek = await kekOf({ ...place, tokenFile: file })
  expect(kek.id).toBe('vault:admin/game/team/keys/wallets.v2:v1')
  expect(await kek.unwrap(await kek.wrap(randomBytes(32), AAD), AAD)).toHaveLength(32)
  await other.stop()
})

describe('when Vault rotates its key', () => {
  test('each version is a KEK of its own; the old ones open, the latest wraps after a reload', async () => {
    vault.createKey('rotating')
    const place = { keys: ['rotating'] }
    const before = await openVaultTransit(settings(place))
    const dek = randomBytes(32)
    const old = await before.keks[0]!.wrap(dek, AAD)
    expect(vault.rotateKey('rotating')).toBe(2)
    // A server that did not reload keeps wrapping under the version it opened,
    expect((await before.keks[0]!.wrap(dek, AAD)).toString()).toMatch(/^vault:v1:/)

    const after = await openVaultTransit(settings(place))
    expect(after.keks.map(({ id }) => id)).toEqual(['vault:transit/rotating:v2'])
    const young = await after.keks[0]!.wrap(dek, AAD)
    expect(young.toString()).toMatch(/^vault:v2:/)
    expect((await after.find('vault:transit/rotating:v1')!.unwrap(old, AAD)).equals(dek)).toBe(true)
    // and unwraps what others already wrapped under the new version.
    expect((await before.find('vault:transit/rotating:v2')!.unwrap(young, AAD)).equals(dek)).toBe(true)
  })

  test('a version below min_decryption_version is reported as such, not as a changed row', async () => {
    vault.createKey('aging')
    const kek = await kekOf({ keys: ['aging'] })
    const old = await kek.wrap(randomBytes(32), AAD)
    vault.rotateKey('aging')
    vault.configureKey('aging', { min_decryption_version: 2, min_encryption_version: 2 })
    const reason = { code: 'backend_refused', message: expect.stringContaining('min_decryption_version') as string }
    await expect(kek.unwrap(old, AAD)).rejects.toMatchObject(reason)
    await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject(reason)
  })

  test('find returns the versions of its keys and nothing else', async () => {
    const { find } = await openVaultTransit(settings())
    expect(find('vault:transit/openauth:v7')?.id).toBe('vault:transit/openauth:v7')
    for (const id of [
      'vault:transit/openauth:v0',
      'vault:transit/openauth:v01',
      'vault:transit/openauth:v1x',
      'vault:transit/openauth:v',
    ])
      expect(find(id)).toBeUndefined()
    for (const id of [
      'vault:transit/other:v1',
      'vault:other/openauth:v1',
      'local:1',
      '',
      'vault:transit/openauth:v9999999999',
    ])
      expect(find(id)).toBeUndefined()
  })
})

describe('the token', () => {
  const fileWith = async (token: string, mode = 0o600) => {
    const file = join(directory, `token-${randomBytes(4).toString('hex')}`)
    await writeFile(file, token)
    await chmod(file, mode)
    return file
  }

  test('is read again when its file was replaced', async () => {
    const first = vault.issueToken()
    const file = await fileWith(first)
    const kek = await kekOf({ tokenFile: file })
    const wrapped = await kek.wrap(randomBytes(32), AAD)
    vault.revokeToken(first)
    await expect(kek.unwrap(wrapped, AAD)).rejects.toMatchObject({ code: 'backend_refused' })
    await rename(await fileWith(vault.issueToken()), file)
    expect(await kek.unwrap(wrapped, AAD)).toHaveLength(32)
  })

  test('is read again when its file was overwritten in place', async () => {
    const first = vault.issueToken()
    const file = await fileWith(first)
    const kek = await kekOf({ tokenFile: file })
    await writeFile(file, vault.issueToken())
    vault.revokeToken(first)
    expect(await kek.wrap(randomBytes(32), AAD)).toBeDefined()
  })

  test('a missing, empty or malformed token is reported with the file’s name', async () => {
    const files = [
      join(directory, 'none'),
      await fileWith('\n'),
      await fileWith('a\nb'),
      await fileWith('x'.repeat(20_000)),
    ]
    for (const file of files) {
      const reason = { code: 'backend_refused', message: expect.stringContaining(file) as string }
      await expect(openVaultTransit(settings({ tokenFile: file }))).rejects.toMatchObject(reason)
    }
    expect(vault.requests()).toEqual([])
  })
})

describe('an outage', () => {
  testOutages(
    { name: 'Vault', passing: ['throttle', 'error', 'reset', 'html'] },
    () => vault,
    (timeoutMs) => kekOf(timeoutMs === undefined ? {} : { timeoutMs }),
  )

  test('a sealed Vault and an unreachable one are reported', async () => {
    const kek = await kekOf()
    vault.seal(true)
    await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject({ code: 'backend_unavailable' })
    vault.seal(false)
    const away = openVaultTransit(settings({ address: 'http://127.0.0.1:9' }))
    await expect(away).rejects.toMatchObject({ code: 'backend_unavailable' })
  })
})

describe('opening rejects a configuration that cannot work', () => {
  test('a key that does not exist', async () => {
    const reason = { code: 'backend_refused', message: expect.stringContaining('transit/missing') as string }
    await expect(openVaultTransit(settings({ keys: ['missing'] }))).rejects.toMatchObject(reason)
  })

  test('a key of another type', async () => {
    vault.createKey('rsa', { type: 'rsa-4096' })
    vault.createKey('derived', { derived: true })
    for (const key of ['rsa', 'derived'])
      await expect(openVaultTransit(settings({ keys: [key] }))).rejects.toMatchObject({ code: 'backend_refused' })
  })

  test('names that would change the path', async () => {
    const wrong = [{ keys: ['../sys'] }, { keys: ['a/b'] }, { keys: [''] }, { mount: '../sys' }, { mount: 'a//b' }]
    for (const more of [...wrong, { mount: 'a?b' }, { namespace: 'a\nb' }, { namespace: '' }])
      await expect(openVaultTransit(settings(more))).rejects.toMatchObject({ code: 'backend_refused' })
    expect(vault.requests()).toEqual([])
  })
})

import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { startVault, type Vault } from '@openauth/localnet/custody/vault'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkCanary, type KeyEncryptionKey, keyServiceOf, makeCanary } from '../key-service.ts'
import { openVaultTransit, type VaultTransitSettings } from './vault-transit.ts'
import { sealedWallets } from '../testing.ts'
import { openWalletEntropy, openWalletSecret } from '../wallets/wallet-secrets.ts'

const ALICE = { appId: 'app-1', userId: 'alice' }
const AAD = Buffer.from('aad of the key')
const refusal = { name: 'CustodyError', code: 'unseal_failed' }

let vault: Vault
let directory: string
let tokenFile: string
let kek: KeyEncryptionKey

const settings = (more: Partial<VaultTransitSettings> = {}): VaultTransitSettings => ({
  address: vault.url,
  mount: 'transit',
  keys: ['openauth'],
  tokenFile,
  timeoutMs: 1000,
  ...more,
})

beforeAll(async () => {
  vault = await startVault()
  vault.createKey('openauth')
  vault.createKey('other')
  directory = await mkdtemp(join(tmpdir(), 'vault-'))
  tokenFile = join(directory, 'token')
  await writeFile(tokenFile, vault.token, { mode: 0o600 })
  kek = (await openVaultTransit(settings())).keks[0]!
})
afterAll(async () => {
  await vault.stop()
  await rm(directory, { recursive: true })
})
afterEach(() => {
  vault.faults.clear()
  vault.clearRequests()
})

test('a ciphertext does not open for another owner, because associated data is enforced', async () => {
  const wrapped = await kek.wrap(randomBytes(32), AAD)
  for (const aad of [Buffer.from('somebody else'), Buffer.alloc(0), Buffer.concat([AAD, Buffer.alloc(1)])])
    await expect(kek.unwrap(wrapped, aad)).rejects.toMatchObject(refusal)
})

test('a ciphertext of another key does not open', async () => {
  const [other] = (await openVaultTransit(settings({ keys: ['other'] }))).keks
  await expect(kek.unwrap(await other!.wrap(randomBytes(32), AAD), AAD)).rejects.toMatchObject(refusal)
})

test('a ciphertext of another version does not open under this version’s id, and Vault receives no call', async () => {
  vault.createKey('turning')
  const { keks, find } = await openVaultTransit(settings({ keys: ['turning'] }))
  const wrapped = await keks[0]!.wrap(randomBytes(32), AAD)
  vault.rotateKey('turning')
  vault.clearRequests()
  await expect(find('vault:transit/turning:v2')!.unwrap(wrapped, AAD)).rejects.toMatchObject(refusal)
  expect(vault.requests()).toEqual([])
})

test('a changed or truncated ciphertext, or one that would break its JSON, does not open', async () => {
  const wrapped = await kek.wrap(randomBytes(32), AAD)
  for (let index = 0; index < wrapped.length; index += 5) {
    const changed = Buffer.from(wrapped)
    changed[index]! ^= 1
    await expect(kek.unwrap(changed, AAD)).rejects.toMatchObject(refusal)
    await expect(kek.unwrap(wrapped.subarray(0, index), AAD)).rejects.toMatchObject(refusal)
  }
  vault.clearRequests()
  for (const text of ['vault:v1:AAAA","x":"', 'vault:v1:', 'vault:v01:AAAA', `vault:v1:${'A'.repeat(2000)}`, '\0', ''])
    await expect(kek.unwrap(Buffer.from(text), AAD)).rejects.toMatchObject(refusal)
  expect(vault.requests()).toEqual([])
})

test('a transit key that was deleted and recreated under its name does not open this database’s data keys', async () => {
  vault.createKey('again')
  const [first] = (await openVaultTransit(settings({ keys: ['again'] }))).keks
  const canary = await makeCanary(keyServiceOf([first!], first!.id))
  vault.deleteKey('again')
  vault.createKey('again')
  const [second] = (await openVaultTransit(settings({ keys: ['again'] }))).keks
  expect(second!.id).toBe(first!.id)
  const check = checkCanary(keyServiceOf([second!], second!.id), canary)
  await expect(check).rejects.toMatchObject({ code: 'canary_mismatch' })
})

test('does not send the token and a data key to a redirect’s target', async () => {
  const seen: string[] = []
  const thief = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.end('{"data":{"ciphertext":"vault:v1:AAAA"}}')
  })
  await new Promise<void>((listening) => thief.listen(0, '127.0.0.1', listening))
  const { port } = thief.address() as AddressInfo
  for (const status of [301, 302, 307, 308]) {
    const standby = createServer((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/v1/transit/encrypt/openauth` }).end()
    })
    await new Promise<void>((listening) => standby.listen(0, '127.0.0.1', listening))
    const address = `http://127.0.0.1:${(standby.address() as AddressInfo).port}`
    await expect(openVaultTransit(settings({ address }))).rejects.toMatchObject({ code: 'backend_refused' })
    standby.close()
  }
  vault.faults.set({ kind: 'redirect' })
  await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject({ code: 'backend_refused' })
  expect(seen).toEqual([])
  thief.close()
})

test('rejects plain HTTP to another machine and addresses with credentials', async () => {
  for (const address of [
    'http://vault.example.com:8200',
    'http://localhost.example.com',
    'https://u:p@vault',
    'file:///x',
    '',
  ])
    await expect(openVaultTransit(settings({ address }))).rejects.toMatchObject({ code: 'backend_refused' })
})

test.runIf(process.platform !== 'win32')('rejects a token that every user of the machine may read', async () => {
  const file = join(directory, 'open-token')
  await writeFile(file, vault.token)
  for (const mode of [0o604, 0o602, 0o601]) {
    await chmod(file, mode)
    await expect(openVaultTransit(settings({ tokenFile: file }))).rejects.toMatchObject({ code: 'backend_refused' })
  }
  expect(vault.requests()).toEqual([])
})

test('rejects a response under another version than the requested one', async () => {
  const lying = createServer((request, response) => {
    const isRead = request.url?.includes('/keys/')
    const data = isRead ? { type: 'aes256-gcm96', latest_version: 2 } : { ciphertext: 'vault:v1:AAAA' }
    response.end(JSON.stringify({ data }))
  })
  await new Promise<void>((listening) => lying.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(lying.address() as AddressInfo).port}`
  const [pretended] = (await openVaultTransit(settings({ address }))).keks
  await expect(pretended!.wrap(randomBytes(32), AAD)).rejects.toMatchObject({ code: 'backend_unavailable' })
  lying.close()
})

test('sends only 32-byte data keys to Vault, never a wallet’s secret or entropy', async () => {
  const service = keyServiceOf([kek], kek.id)
  const sealed = await sealedWallets(service, ALICE)
  const secrets = [
    await openWalletEntropy(service, ALICE, sealed),
    ...(await Promise.all(sealed.wallets.map((wallet) => openWalletSecret(service, ALICE, { ...sealed, ...wallet })))),
  ]
  const wire = vault.requests().flatMap(({ body, answer }) => [body, answer])
  expect(wire.length).toBeGreaterThan(8)
  for (const secret of secrets)
    for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
      expect(wire.some((text) => text.includes(secret.toString(form)))).toBe(false)
  for (const text of wire) {
    const message = JSON.parse(text) as { plaintext?: string; data?: { plaintext?: string } }
    const plaintext = message.plaintext ?? message.data?.plaintext
    if (plaintext !== undefined) expect(Buffer.from(plaintext, 'base64')).toHaveLength(32)
  }
})

test('no error message quotes the data key, its wrapping or the token', async () => {
  const dek = randomBytes(32)
  const wrapped = await kek.wrap(dek, AAD)
  const failures: unknown[] = []
  for (const kind of ['throttle', 'error', 'reset', 'html', 'broken', 'hang', 'stall', 'redirect'] as const) {
    vault.faults.clear()
    vault.faults.set({ kind })
    const calls = await Promise.allSettled([kek.wrap(dek, AAD), kek.unwrap(wrapped, AAD)])
    failures.push(...calls.map((call) => (call.status === 'rejected' ? call.reason : call.value)))
  }
  for (const failure of failures) {
    const shown = inspect(failure, { depth: 10, showHidden: true })
    expect(shown).toContain('CustodyError')
    for (const secret of [dek.toString('base64'), wrapped.toString(), vault.token]) expect(shown).not.toContain(secret)
    expect((failure as Error).cause).toBeUndefined()
  }
})

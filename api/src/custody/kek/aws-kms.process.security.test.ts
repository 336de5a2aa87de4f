import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { type AwsKms, startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAwsKms } from './aws-kms.ts'
import type { KeyEncryptionKey } from '../key-service.ts'
import { keyServiceOf } from '../key-service.ts'
import { sealedWallets } from '../testing.ts'
import { openWalletEntropy, openWalletSecret } from '../wallets/wallet-secrets.ts'

const ALICE = { appId: 'app-1', userId: 'alice' }
const AAD = Buffer.from('aad of the key')
const refusal = { name: 'CustodyError', code: 'unseal_failed' }

let kms: AwsKms
let kek: KeyEncryptionKey
let other: KeyEncryptionKey

beforeAll(async () => {
  kms = await startAwsKms()
  const keys = [kms.createKey(), kms.createKey()]
  const opened = await openAwsKms({ keys, endpoint: kms.url, credentials: kms.credentials, timeoutMs: 1500 })
  kek = opened.keks[0]!
  other = opened.keks[1]!
})
afterAll(() => kms.stop())
afterEach(() => {
  kms.faults.clear()
  kms.clearRequests()
})

test('a blob does not open for another owner, because the encryption context is enforced', async () => {
  const wrapped = await kek.wrap(randomBytes(32), AAD)
  for (const aad of [Buffer.from('somebody else'), Buffer.alloc(0), Buffer.concat([AAD, Buffer.alloc(1)])])
    await expect(kek.unwrap(wrapped, aad)).rejects.toMatchObject(refusal)
})

test('a blob of another key of the same account does not open, because the key id is pinned', async () => {
  const wrapped = await other.wrap(randomBytes(32), AAD)
  await expect(kek.unwrap(wrapped, AAD)).rejects.toMatchObject(refusal)
})

test('a changed, cut or foreign blob does not open', async () => {
  const wrapped = await kek.wrap(randomBytes(32), AAD)
  for (let index = 0; index < wrapped.length; index += 7) {
    const changed = Buffer.from(wrapped)
    changed[index]! ^= 1
    await expect(kek.unwrap(changed, AAD)).rejects.toMatchObject(refusal)
    if (index > 0) await expect(kek.unwrap(wrapped.subarray(0, index), AAD)).rejects.toMatchObject(refusal)
  }
})

test('rejects a response that names another key than the request', async () => {
  const careless = await startAwsKms({ careless: true })
  const keys = [careless.createKey(), careless.createKey()]
  const [one, two] = (await openAwsKms({ keys, endpoint: careless.url, credentials: careless.credentials })).keks
  const wrapped = await two!.wrap(randomBytes(32), AAD)
  await expect(one!.unwrap(wrapped, AAD)).rejects.toMatchObject({ code: 'backend_unavailable' })
  careless.pointAlias(keys[0]!, keys[1]!)
  await expect(one!.wrap(randomBytes(32), AAD)).rejects.toMatchObject({ code: 'backend_unavailable' })
  await careless.stop()
})

test('rejects plain HTTP to another machine and addresses with credentials', async () => {
  const keys = [kms.createKey()]
  for (const endpoint of [
    'http://kms.example.com',
    'http://127.0.0.1.example.com',
    'http://203.0.113.7',
    'https://user:pass@kms.example.com',
    'ftp://x',
  ])
    await expect(openAwsKms({ keys, endpoint })).rejects.toMatchObject({ code: 'backend_refused' })
  await expect(openAwsKms({ keys, endpoint: 'https://user:geheim@x' })).rejects.not.toThrow(/geheim/)
})

test('sends only 32-byte data keys to KMS, never a wallet’s secret or entropy', async () => {
  const service = keyServiceOf([kek], kek.id)
  const sealed = await sealedWallets(service, ALICE)
  const secrets = [
    await openWalletEntropy(service, ALICE, sealed),
    ...(await Promise.all(sealed.wallets.map((wallet) => openWalletSecret(service, ALICE, { ...sealed, ...wallet })))),
  ]
  const wire = kms.requests().flatMap(({ body, answer }) => [body, answer])
  expect(wire.length).toBeGreaterThan(8)
  for (const secret of secrets)
    for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
      expect(wire.some((text) => text.includes(secret.toString(form)))).toBe(false)
  for (const text of wire) {
    const { Plaintext } = JSON.parse(text) as { Plaintext?: string }
    if (Plaintext !== undefined) expect(Buffer.from(Plaintext, 'base64')).toHaveLength(32)
  }
})

test('no error message quotes the data key, the blob or the credentials', async () => {
  const dek = randomBytes(32)
  const wrapped = await kek.wrap(dek, AAD)
  const failures: unknown[] = []
  for (const kind of ['throttle', 'error', 'reset', 'html', 'broken', 'hang', 'stall'] as const) {
    kms.faults.clear()
    kms.faults.set({ kind })
    const calls = await Promise.allSettled([kek.wrap(dek, AAD), kek.unwrap(wrapped, AAD)])
    failures.push(...calls.map((call) => (call.status === 'rejected' ? call.reason : call.value)))
  }
  kms.faults.clear()
  kms.deny(true)
  failures.push(await kek.unwrap(wrapped, AAD).catch((error) => error))
  kms.deny(false)
  for (const failure of failures) {
    const shown = inspect(failure, { depth: 10, showHidden: true })
    expect(shown).toContain('CustodyError')
    for (const secret of [dek.toString('base64'), wrapped.toString('base64'), kms.credentials.secretAccessKey])
      expect(shown).not.toContain(secret)
    expect((failure as Error).cause).toBeUndefined()
  }
})

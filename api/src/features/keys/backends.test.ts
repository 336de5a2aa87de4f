import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AwsKms, startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { startVault, type Vault } from '@openauth/localnet/custody/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reloadKeys } from './canary.ts'
import { createTestApp, signInAs, signInAsAdmin, startServer, testDatabase, type TestServer } from '../../testing.ts'

// A server on AWS KMS, then on KMS and Vault, then on Vault alone. Each signs in a signer process of its own.

let kms: AwsKms
let vault: Vault
let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let aws: Record<string, string>
let transit: Record<string, string>
beforeAll(async () => {
  kms = await startAwsKms()
  vault = await startVault()
  vault.createKey('openauth')
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'openauth-backends-'))
  await writeFile(join(folder, 'token'), vault.token, { mode: 0o600 })
  aws = {
    OPENAUTH_AWS_KMS_KEYS: kms.createKey(),
    OPENAUTH_AWS_KMS_ENDPOINT: kms.url,
    AWS_ACCESS_KEY_ID: kms.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: kms.credentials.secretAccessKey,
  }
  transit = {
    OPENAUTH_VAULT_ADDR: vault.url,
    OPENAUTH_VAULT_KEYS: 'openauth',
    OPENAUTH_VAULT_TOKEN_FILE: join(folder, 'token'),
  }
})
afterAll(async () => {
  await kms.stop()
  await vault.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (environment: Record<string, string>): Promise<TestServer> =>
  startServer({
    DATABASE_URL: database.url,
    OPENAUTH_DATA_DIR: folder,
    OPENAUTH_SIGNER: 'process',
    OPENAUTH_KEK_CACHE_SECONDS: '0',
    OPENAUTH_KEK_TIMEOUT_MS: '30000',
    ...environment,
  })

test('a server moves from AWS KMS to Vault while a user signs, and reports outages of the key service as such', async () => {
  const onKms = await start({ OPENAUTH_KEK: 'aws-kms', ...aws })
  const adminToken = await signInAsAdmin(onKms)
  const { id: appId } = await createTestApp(onKms, adminToken, 'Remote')
  const { token } = await signInAs(onKms, appId, 'ada')
  const sign = async ({ send }: TestServer) => {
    const { status, body, headers } = await send('POST', '/user/solana/sign-message', { token, body: { message: 'x' } })
    return { status, code: body.code as string, retryAfter: headers.get('retry-after') }
  }
  const admin = onKms.as(adminToken)
  const { current: awsId, backend } = await admin.keys.status()
  expect([backend, awsId]).toEqual(['aws-kms', expect.stringMatching(/^aws:/)])
  expect(await sign(onKms)).toMatchObject({ status: 200 })
  await expect(admin.keys.rotate()).rejects.toMatchObject({ status: 400, code: 'rotation_elsewhere' })

  kms.faults.set({ kind: 'error' })
  expect(await sign(onKms)).toEqual({ status: 503, code: 'key_service_unavailable', retryAfter: '2' })
  await expect(admin.keys.verify()).rejects.toMatchObject({ status: 503, code: 'key_service_unavailable' })
  kms.faults.clear()
  kms.deny(true)
  expect(await sign(onKms)).toMatchObject({ status: 500, code: 'internal' })
  kms.deny(false)
  expect(await sign(onKms)).toMatchObject({ status: 200 })
  await onKms.stop()

  const onBoth = await start({ OPENAUTH_KEK: 'vault-transit', ...aws, ...transit })
  const both = onBoth.as(adminToken)
  expect((await both.keys.status()).keks).toEqual([
    { id: awsId, rows: 3, isCurrent: false, opens: true },
    { id: 'vault:transit/openauth:v1', rows: 0, isCurrent: true, opens: true },
  ])
  await expect(both.keys.retire({ id: awsId })).rejects.toMatchObject({ code: 'kek_in_use' })
  expect(await both.keys.rewrap({})).toEqual({ done: 3, left: 0, failed: 0, next: null })
  expect(await sign(onBoth)).toMatchObject({ status: 200 })
  expect(await both.keys.retire({ id: awsId })).toEqual({ id: awsId, isRemovedFromKeyring: false })
  await onBoth.stop()

  const onVault = await start({ OPENAUTH_KEK: 'vault-transit', ...transit })
  expect(await sign(onVault)).toMatchObject({ status: 200 })
  vault.rotateKey('openauth')
  await onVault.resources.keys.reload()
  // A new key version wraps nothing before its canary is stored.
  expect((await onVault.as(adminToken).keys.status()).current).toBe('vault:transit/openauth:v1')
  await reloadKeys(onVault.resources.db, onVault.resources.keys)
  expect((await onVault.as(adminToken).keys.status()).current).toBe('vault:transit/openauth:v2')
  expect(await onVault.resources.db.prisma.keyCanary.count({ where: { kekId: 'vault:transit/openauth:v2' } })).toBe(1)
  await onVault.stop()
})

test('the start refuses an incompletely configured key service, and a KEK that rows name and no backend has', async () => {
  await expect(start({ OPENAUTH_KEK: 'vault-transit', OPENAUTH_VAULT_KEYS: 'openauth' })).rejects.toThrow(
    /OPENAUTH_VAULT_ADDR: must be set.*\n.*OPENAUTH_VAULT_TOKEN_FILE: must be set/,
  )
  await expect(start({ OPENAUTH_KEK: 'aws-kms' })).rejects.toThrow(/OPENAUTH_AWS_KMS_KEYS: must name a key/)
  await expect(start({ OPENAUTH_KEK: 'aws-kms', ...aws })).rejects.toMatchObject({ code: 'kek_unknown' })
})

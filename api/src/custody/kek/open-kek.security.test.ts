import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { startVault } from '@openauth/localnet/custody/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKek } from './open-kek.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kek-'))
})
afterAll(() => rm(directory, { recursive: true }))

const refusal = { code: 'backend_refused', message: expect.stringContaining('does not enforce the context') as string }

test('refuses to wrap with a Vault that ignores associated data', async () => {
  const vault = await startVault({ ignoresContext: true })
  vault.createKey('openauth')
  const tokenFile = join(directory, 'token')
  await writeFile(tokenFile, vault.token, { mode: 0o600 })
  const vaultTransit = { address: vault.url, mount: 'transit', keys: ['openauth'], tokenFile }
  const opening = openKek({
    kek: 'vault-transit',
    keyringFile: join(directory, 'none'),
    vaultTransit,
    cacheSeconds: 60,
  })
  await expect(opening).rejects.toMatchObject(refusal)
  await vault.stop()
})

test('refuses to wrap with a KMS that ignores the encryption context', async () => {
  const kms = await startAwsKms({ careless: true })
  const awsKms = { keys: [kms.createKey()], endpoint: kms.url, credentials: kms.credentials }
  const opening = openKek({ kek: 'aws-kms', keyringFile: join(directory, 'none'), awsKms, cacheSeconds: 60 })
  await expect(opening).rejects.toMatchObject(refusal)
  await kms.stop()
})

test('a row that names an attacker’s KMS key finds no KEK, and no call reaches that key', async () => {
  const kms = await startAwsKms()
  const [ours, theirs] = [kms.createKey(), kms.createKey()]
  const awsKms = { keys: [ours], endpoint: kms.url, credentials: kms.credentials }
  const { keys, close } = await openKek({
    kek: 'aws-kms',
    keyringFile: join(directory, 'none'),
    awsKms,
    cacheSeconds: 0,
  })
  kms.clearRequests()
  const [, , , region, account, key] = theirs.replace('key/', '').split(':')
  for (const id of [`aws:${region}:${account}:${key}:1`, `aws::${account}:${key}:1`])
    expect(() => keys.get(id)).toThrow(expect.objectContaining({ code: 'kek_unknown' }))
  expect(kms.requests()).toEqual([])
  close()
  await kms.stop()
})

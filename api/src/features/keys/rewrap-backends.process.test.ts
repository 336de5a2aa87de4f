import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AwsKms, startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { startVault, type Vault } from '@openauth/localnet/custody/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KekBackend, openCustody, openKek, openKeyring } from '../../custody/testing.ts'
import { rewrapAll, verifyAll } from './keys.testing.ts'
import { countUnder, ROWS, sealForAll, useRewrapHarness } from './rewrap.testing.ts'

const harness = useRewrapHarness()

let kms: AwsKms
let vault: Vault

beforeAll(async () => {
  kms = await startAwsKms()
  vault = await startVault()
  vault.createKey('openauth')
})
afterAll(async () => {
  await kms.stop()
  await vault.stop()
})

test('from the keyring to KMS, to Vault, through Vault’s rotation, and back', async () => {
  const tokenFile = join(harness.directory, 'token')
  await writeFile(tokenFile, vault.token, { mode: 0o600 })
  const backends = {
    keyringFile: harness.keyringFile,
    awsKms: { keys: [kms.createKey()], endpoint: kms.url, credentials: kms.credentials },
    vaultTransit: { address: vault.url, mount: 'transit', keys: ['openauth'], tokenFile },
    legacySaltFile: undefined,
    cacheSeconds: 60,
  }
  const expectAllOpen = await sealForAll(harness, await openKeyring(harness.keyringFile))
  const kinds: KekBackend[] = ['aws-kms', 'vault-transit', 'vault-transit', 'local']
  for (const kek of kinds) {
    const keys = openCustody({ kek, ...backends })
    const { current } = await keys.status()
    expect(await rewrapAll({ db: harness.db, keys })).toEqual({ done: ROWS, left: 0, failed: 0 })
    expect(await countUnder(harness, current)).toBe(ROWS)
    expect(await verifyAll({ db: harness.db, keys })).toEqual([{ kekId: current, opened: ROWS, failed: 0 }])
    const opened = await openKek({ kek, ...backends })
    await expectAllOpen(opened.keys)
    opened.close()
    await keys.close()
    if (kek === 'vault-transit') vault.rotateKey('openauth')
  }
  expect(await countUnder(harness, 'local:1')).toBe(ROWS)
})

test('a backend that fails half-way ends the run with a message that says what to do; the next run moves the rest', async () => {
  const awsKms = { keys: [kms.createKey()], endpoint: kms.url, credentials: kms.credentials }
  const keys = openCustody({
    kek: 'aws-kms',
    keyringFile: harness.keyringFile,
    awsKms,
    legacySaltFile: undefined,
    cacheSeconds: 0,
  })
  const { current } = await keys.status()
  let seen = 0
  const onProgress = ({ done }: { done: number }) => {
    seen = done
    if (done > 1) kms.faults.set({ kind: 'error' })
  }
  const moving = rewrapAll({ db: harness.db, keys, batch: 10, onProgress })
  await expect(moving).rejects.toMatchObject({ code: 'backend_unavailable' })
  const moved = await countUnder(harness, current)
  expect(moved).toBe(seen)
  expect(moved).toBeGreaterThan(1)
  await expect(verifyAll({ db: harness.db, keys })).rejects.toMatchObject({ code: 'backend_unavailable' })
  kms.faults.clear()
  expect(await rewrapAll({ db: harness.db, keys })).toEqual({ done: ROWS - moved, left: 0, failed: 0 })
  await keys.close()
})

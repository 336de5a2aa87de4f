import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCanary, type KeyService, keyServiceOf, makeCanary, wrapDataKey } from '../key-service.ts'
import { addKeyringKey, createKeyring, openKeyring } from './keyring.ts'

let directory: string
let path: string
/** local:1 and local:2, the second current. */
let service: KeyService
/** Another installation's keyring, with the same ids. */
let foreign: KeyService

const keyringAt = async (file: string): Promise<KeyService> => {
  await createKeyring(file)
  await addKeyringKey(file)
  return openKeyring(file)
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyring-'))
  path = join(directory, 'keyring.json')
  service = await keyringAt(path)
  foreign = await keyringAt(join(directory, 'foreign.json'))
})

afterAll(() => rm(directory, { recursive: true }))

const refusal = (code: string) => ({ name: 'CustodyError', code })

/** Every copy of `bytes` with exactly one bit changed. */
function* bitFlips(bytes: Uint8Array): Generator<Buffer> {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const copy = Buffer.from(bytes)
    copy[bit >> 3]! ^= 1 << (bit & 7)
    yield copy
  }
}

describe('the server refuses to start with the wrong keyring', () => {
  test('whose key has the right id', async () => {
    const canary = await makeCanary(service)
    await expect(checkCanary(service, canary)).resolves.toBeUndefined()
    await expect(checkCanary(foreign, canary)).rejects.toMatchObject(refusal('canary_mismatch'))
  })

  test('which lacks the key', async () => {
    const old = keyServiceOf([service.get('local:1')], 'local:1')
    await expect(checkCanary(old, await makeCanary(service))).rejects.toMatchObject(refusal('kek_unknown'))
  })

  test('beside a forged, relabelled or cut canary', async () => {
    const { kekId, sealed } = await makeCanary(service)
    for (const forged of bitFlips(sealed)) {
      await expect(checkCanary(service, { kekId, sealed: forged })).rejects.toMatchObject(refusal('canary_mismatch'))
    }
    const others = [
      { kekId: 'local:1', sealed },
      { kekId, sealed: (await wrapDataKey(service, { owner: 'server' })).wrappedKey },
      { kekId, sealed: sealed.subarray(0, 20) },
    ]
    for (const other of others) {
      await expect(checkCanary(service, other)).rejects.toMatchObject(refusal('canary_mismatch'))
    }
  })

  test('behind a key backend that answers without authenticating', async () => {
    const canary = await makeCanary(service)
    for (const text of [Buffer.alloc(32), Buffer.alloc(0)]) {
      const kek = { ...service.current, unwrap: async () => text }
      await expect(checkCanary(keyServiceOf([kek], kek.id), canary)).rejects.toMatchObject(refusal('canary_mismatch'))
    }
  })

  test('an unreachable key backend is not reported as a wrong key', async () => {
    const kek = { ...service.current, unwrap: () => Promise.reject(new Error('timed out')) }
    const canary = await makeCanary(service)
    await expect(checkCanary(keyServiceOf([kek], kek.id), canary)).rejects.toThrow('timed out')
  })
})

test.runIf(process.platform !== 'win32')('rejects a keyring that other users may read, write or execute', async () => {
  try {
    for (let bit = 0o001; bit <= 0o040; bit <<= 1) {
      await chmod(path, 0o400 | bit)
      await expect(openKeyring(path)).rejects.toMatchObject(refusal('keyring_permissions'))
      await expect(createKeyring(path)).rejects.toMatchObject(refusal('keyring_permissions'))
      await expect(addKeyringKey(path)).rejects.toMatchObject(refusal('keyring_permissions'))
    }
  } finally {
    await chmod(path, 0o400)
  }
})

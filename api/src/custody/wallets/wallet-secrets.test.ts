import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { CHAINS } from './chains.ts'
import { addressOf, deriveSecrets, legacySecrets, type Secrets } from './derive.ts'
import type { Sealed } from '../envelope.ts'
import { memoryKek } from '../kek/kek.testing.ts'
import { keyServiceOf } from '../key-service.ts'
import { rewrap } from '../rotation.ts'
import { sealedWallets } from '../testing.ts'
import { deriveWallets, openWalletEntropy, openWalletSecret, sealLegacyWallets, sealNewSeed } from './wallet-secrets.ts'

// The real derivation and seals, wrapped to record secrets (they must be zeroed), and to seal something else than what is
// passed (for the self-check).
const watched = vi.hoisted(() => ({
  entropies: [] as Uint8Array[],
  results: [] as Secrets[],
  /** Changes what the seal of this number, from 0, is of. */
  alterSeal: undefined as number | undefined,
  seals: 0,
}))

vi.mock('./derive.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./derive.ts')>()
  const watch = (secrets: Secrets) => {
    watched.results.push(secrets)
    return secrets
  }
  return {
    ...original,
    newEntropy: () => {
      const entropy = original.newEntropy()
      watched.entropies.push(entropy)
      return entropy
    },
    deriveSecrets: async (entropy: Uint8Array) => {
      watched.entropies.push(entropy)
      return watch(await original.deriveSecrets(entropy))
    },
    legacySecrets: (salt: string, userId: string) => watch(original.legacySecrets(salt, userId)),
  }
})

vi.mock('../envelope.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../envelope.ts')>()
  return {
    ...original,
    seal: (key: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): Sealed => {
      const content = Buffer.from(plaintext)
      if (watched.seals++ === watched.alterSeal) content[content.length - 1]! ^= 1
      return original.seal(key, content, aad)
    },
  }
})

const OWNER = { appId: 'app-1', userId: 'user-1' }
const SALT = 'pepper'

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)
const everySecret = () => [
  ...watched.results.flatMap((secrets) => CHAINS.map((chain) => secrets[chain])),
  ...watched.entropies,
]

beforeEach(() => {
  watched.entropies.length = 0
  watched.results.length = 0
  watched.alterSeal = undefined
  watched.seals = 0
})

test('a seed gives one wallet per chain, all derived from the stored entropy', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const seed = await sealNewSeed(keys, OWNER)
  expect(seed.kekId).toBe('local:1')
  const wallets = await deriveWallets(keys, { owner: OWNER, ...seed })
  expect(wallets.map(({ chain }) => chain)).toEqual([...CHAINS])
  const derived = await deriveSecrets(await openWalletEntropy(keys, OWNER, seed))
  for (const { chain, address, sealedSecret } of wallets) {
    const secret = await openWalletSecret(keys, OWNER, { ...seed, chain, sealedSecret })
    expect(secret.equals(derived[chain])).toBe(true)
    expect(address).toBe(addressOf(chain, derived[chain]))
  }
})

test('a seed gives the same wallets each time, also after a rotation', async () => {
  const [old, next] = [memoryKek('local:1'), memoryKek('local:2')]
  const seed = await sealNewSeed(keyServiceOf([old], 'local:1'), OWNER)
  const addresses = async (keys: Parameters<typeof deriveWallets>[0], row: typeof seed) =>
    (await deriveWallets(keys, { owner: OWNER, ...row })).map(({ address }) => address)
  const first = await addresses(keyServiceOf([old], 'local:1'), seed)
  expect(await addresses(keyServiceOf([old], 'local:1'), seed)).toEqual(first)
  const both = keyServiceOf([old, next], 'local:2')
  const moved = await rewrap(both, seed.wrappedKey, seed.kekId, { owner: 'user', ...OWNER })
  expect(await addresses(keyServiceOf([next], 'local:2'), { ...seed, ...moved })).toEqual(first)
})

test('a secret that one server sealed opens with the data key that another server read', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const seed = await sealNewSeed(keys, OWNER)
  const sets = await Promise.all([1, 2].map(() => deriveWallets(keys, { owner: OWNER, ...seed })))
  // Rows of two sets may stand beside each other.
  for (const [index, chain] of CHAINS.entries()) {
    const { address, sealedSecret } = sets[index % 2]![index]!
    expect(addressOf(chain, await openWalletSecret(keys, OWNER, { ...seed, chain, sealedSecret }))).toBe(address)
  }
})

test('two users share nothing', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const [one, other] = await Promise.all([sealedWallets(keys, OWNER), sealedWallets(keys, OWNER)])
  const addresses = new Set([...one.wallets, ...other.wallets].map(({ address }) => address))
  expect(addresses.size).toBe(6)
  expect(one.wrappedKey.equals(other.wrappedKey)).toBe(false)
})

test('a thousand seeds are a thousand different entropies of 16 bytes', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const opened = await Promise.all(
    Array.from({ length: 1000 }, async () => openWalletEntropy(keys, OWNER, await sealNewSeed(keys, OWNER))),
  )
  expect(opened.every((entropy) => entropy.length === 16)).toBe(true)
  expect(new Set(opened.map((entropy) => entropy.toString('hex'))).size).toBe(1000)
})

test('an imported user keeps the old addresses and has no phrase', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const sealed = await sealLegacyWallets(keys, OWNER, SALT)
  expect(sealed).not.toHaveProperty('sealedEntropy')
  const legacy = legacySecrets(SALT, OWNER.userId)
  for (const { chain, address, sealedSecret } of sealed.wallets) {
    expect(address).toBe(addressOf(chain, legacy[chain]))
    const secret = await openWalletSecret(keys, OWNER, { ...sealed, chain, sealedSecret })
    expect(secret.equals(legacy[chain])).toBe(true)
  }
})

test('opens bytes as a database driver returns them', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const { kekId, wrappedKey, sealedEntropy } = await sealNewSeed(keys, OWNER)
  const key = { kekId, wrappedKey: new Uint8Array(wrappedKey) }
  const wallets = await deriveWallets(keys, { owner: OWNER, ...key, sealedEntropy: new Uint8Array(sealedEntropy) })
  const { chain, address, sealedSecret } = wallets[0]!
  const row = { ...key, chain, sealedSecret: new Uint8Array(sealedSecret) }
  expect(addressOf(chain, await openWalletSecret(keys, OWNER, row))).toBe(address)
})

test('after a rotation only the wrapped key changes', async () => {
  const [old, next] = [memoryKek('local:1'), memoryKek('local:2')]
  const sealed = await sealedWallets(keyServiceOf([old], 'local:1'), OWNER)
  const both = keyServiceOf([old, next], 'local:2')
  const moved = await rewrap(both, sealed.wrappedKey, sealed.kekId, { owner: 'user', ...OWNER })
  const onlyNext = keyServiceOf([next], 'local:2')
  for (const { chain, address, sealedSecret } of sealed.wallets) {
    expect(addressOf(chain, await openWalletSecret(onlyNext, OWNER, { ...moved, chain, sealedSecret }))).toBe(address)
  }
})

test('secrets, entropy and data keys are zeroed', async () => {
  const kek = memoryKek('local:1')
  const keys = keyServiceOf([kek], 'local:1')
  const sealed = await sealedWallets(keys, OWNER)
  const { chain, sealedSecret } = sealed.wallets[0]!
  await openWalletSecret(keys, OWNER, { ...sealed, chain, sealedSecret })
  await sealLegacyWallets(keys, OWNER, SALT)
  // Of the seed, its opening, three secrets, and three of the former deployment.
  expect(everySecret()).toHaveLength(8)
  // Wrapped twice; unwrapped for two self-checks, the derivation and the opening.
  expect(kek.seen).toHaveLength(6)
  for (const secret of [...everySecret(), ...kek.seen]) expect(isZero(secret)).toBe(true)
})

test('secrets are zeroed too when the key backend fails', async () => {
  const kek = { ...memoryKek('local:1'), wrap: () => Promise.reject(new Error('timed out')) }
  const keys = keyServiceOf([kek], 'local:1')
  await expect(sealNewSeed(keys, OWNER)).rejects.toThrow('timed out')
  await expect(sealLegacyWallets(keys, OWNER, SALT)).rejects.toThrow('timed out')
  expect(everySecret()).toHaveLength(4)
  for (const secret of everySecret()) expect(isZero(secret)).toBe(true)
})

// memoryKek wraps a data key by a seal too, which comes first.
test.each([...CHAINS.keys()])('wallet %i whose seal holds another key is never returned', async (index) => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const seed = await sealNewSeed(keys, OWNER)
  watched.alterSeal = watched.seals + index
  await expect(deriveWallets(keys, { owner: OWNER, ...seed })).rejects.toMatchObject({ code: 'self_check_failed' })
  watched.alterSeal = watched.seals + 1 + index
  await expect(sealLegacyWallets(keys, OWNER, SALT)).rejects.toMatchObject({ code: 'self_check_failed' })
  for (const secret of everySecret()) expect(isZero(secret)).toBe(true)
})

test('a seed whose seal holds other entropy is never returned', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  watched.alterSeal = 1
  await expect(sealNewSeed(keys, OWNER)).rejects.toMatchObject({ code: 'self_check_failed' })
})

test('what was sealed under a data key that the backend does not unwrap is never returned', async () => {
  const keys = keyServiceOf([{ ...memoryKek('local:1'), unwrap: async () => randomBytes(32) }], 'local:1')
  await expect(sealNewSeed(keys, OWNER)).rejects.toMatchObject({ code: 'self_check_failed' })
  await expect(sealLegacyWallets(keys, OWNER, SALT)).rejects.toMatchObject({ code: 'self_check_failed' })
})

test('a seed that another keyring sealed gives no wallet', async () => {
  const seed = await sealNewSeed(keyServiceOf([memoryKek('local:1')], 'local:1'), OWNER)
  const foreign = keyServiceOf([memoryKek('local:1')], 'local:1')
  await expect(deriveWallets(foreign, { owner: OWNER, ...seed })).rejects.toMatchObject({ code: 'unseal_failed' })
  const lacking = keyServiceOf([memoryKek('local:2')], 'local:2')
  await expect(deriveWallets(lacking, { owner: OWNER, ...seed })).rejects.toMatchObject({ code: 'kek_unknown' })
})

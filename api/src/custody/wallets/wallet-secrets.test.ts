import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { addressOf, CHAINS, deriveWallets, legacyWallets, type Wallets } from './derive.ts'
import { memoryKek } from '../kek/kek.testing.ts'
import { keyServiceOf } from '../key-service.ts'
import { rewrap } from '../rotation.ts'
import { openWalletEntropy, openWalletSecret, sealNewWallets } from './wallet-secrets.ts'

// The real derivation, wrapped to record its inputs and outputs (they must be zeroed) and to alter its result (for the
// self-check).
const watched = vi.hoisted(() => ({
  entropies: [] as Uint8Array[],
  results: [] as Wallets[],
  alter: null as ((wallets: Wallets) => void) | null,
}))

vi.mock('./derive.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./derive.ts')>()
  const watch = (wallets: Wallets) => {
    watched.results.push(wallets)
    watched.alter?.(wallets)
    return wallets
  }
  return {
    ...original,
    deriveWallets: async (entropy: Uint8Array) => {
      watched.entropies.push(entropy)
      return watch(await original.deriveWallets(entropy))
    },
    legacyWallets: (salt: string, userId: string) => watch(original.legacyWallets(salt, userId)),
  }
})

const OWNER = { appId: 'app-1', userId: 'user-1' }
const RANDOM = { kind: 'random' } as const

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)

beforeEach(() => {
  watched.entropies.length = 0
  watched.results.length = 0
  watched.alter = null
})

test('a new user gets one wallet per chain, all derived from the stored entropy', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const sealed = await sealNewWallets(keys, OWNER, RANDOM)
  expect(sealed.kekId).toBe('local:1')
  expect(sealed.wallets.map(({ chain }) => chain)).toEqual([...CHAINS])
  const entropy = await openWalletEntropy(keys, OWNER, { ...sealed, sealedEntropy: sealed.sealedEntropy! })
  const derived = await deriveWallets(entropy)
  for (const { chain, address, sealedSecret } of sealed.wallets) {
    const secret = await openWalletSecret(keys, OWNER, { ...sealed, chain, sealedSecret })
    expect(addressOf(chain, secret)).toBe(address)
    expect(address).toBe(derived[chain].address)
  }
})

test('two users share nothing', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const [one, other] = await Promise.all([sealNewWallets(keys, OWNER, RANDOM), sealNewWallets(keys, OWNER, RANDOM)])
  expect(one.wallets.map(({ address }) => address)).not.toEqual(other.wallets.map(({ address }) => address))
  expect(one.wrappedKey.equals(other.wrappedKey)).toBe(false)
})

test('an imported user keeps the old addresses and has no phrase', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const sealed = await sealNewWallets(keys, OWNER, { kind: 'legacy', salt: 'pepper' })
  expect(sealed.sealedEntropy).toBeNull()
  const legacy = legacyWallets('pepper', OWNER.userId)
  for (const { chain, address, sealedSecret } of sealed.wallets) {
    expect(address).toBe(legacy[chain].address)
    const secret = await openWalletSecret(keys, OWNER, { ...sealed, chain, sealedSecret })
    expect(secret.equals(legacy[chain].secret)).toBe(true)
  }
})

test('opens bytes as a database driver returns them', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const { kekId, wrappedKey, wallets } = await sealNewWallets(keys, OWNER, RANDOM)
  const { chain, address, sealedSecret } = wallets[0]!
  const row = { kekId, wrappedKey: new Uint8Array(wrappedKey), chain, sealedSecret: new Uint8Array(sealedSecret) }
  expect(addressOf(chain, await openWalletSecret(keys, OWNER, row))).toBe(address)
})

test('after a rotation only the wrapped key changes', async () => {
  const [old, next] = [memoryKek('local:1'), memoryKek('local:2')]
  const sealed = await sealNewWallets(keyServiceOf([old], 'local:1'), OWNER, RANDOM)
  const both = keyServiceOf([old, next], 'local:2')
  const moved = await rewrap(both, sealed.wrappedKey, sealed.kekId, { owner: 'user', ...OWNER })
  const onlyNext = keyServiceOf([next], 'local:2')
  for (const { chain, address, sealedSecret } of sealed.wallets) {
    expect(addressOf(chain, await openWalletSecret(onlyNext, OWNER, { ...moved, chain, sealedSecret }))).toBe(address)
  }
})

test.each([RANDOM, { kind: 'legacy', salt: 'pepper' } as const])(
  'secrets and data keys are zeroed (%j)',
  async (source) => {
    const kek = memoryKek('local:1')
    const keys = keyServiceOf([kek], 'local:1')
    const sealed = await sealNewWallets(keys, OWNER, source)
    const { chain, sealedSecret } = sealed.wallets[0]!
    await openWalletSecret(keys, OWNER, { ...sealed, chain, sealedSecret })
    const secrets = watched.results.flatMap((wallets) => CHAINS.map((each) => wallets[each].secret))
    expect(secrets).toHaveLength(3)
    // Wrapped once, unwrapped for the self-check and for the opening.
    expect(kek.seen).toHaveLength(3)
    for (const secret of [...secrets, ...kek.seen, ...watched.entropies]) expect(isZero(secret)).toBe(true)
  },
)

test('secrets are zeroed too when the key backend fails', async () => {
  const kek = { ...memoryKek('local:1'), wrap: () => Promise.reject(new Error('timed out')) }
  await expect(sealNewWallets(keyServiceOf([kek], 'local:1'), OWNER, RANDOM)).rejects.toThrow('timed out')
  const secrets = watched.results.flatMap((wallets) => CHAINS.map((chain) => wallets[chain].secret))
  for (const secret of [...secrets, ...watched.entropies]) expect(isZero(secret)).toBe(true)
})

test.each(CHAINS)('a %s secret that does not give its address is never returned', async (chain) => {
  watched.alter = (wallets) => {
    wallets[chain].secret[31]! ^= 1
  }
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  await expect(sealNewWallets(keys, OWNER, RANDOM)).rejects.toMatchObject({ code: 'self_check_failed' })
  expect(watched.results.every((wallets) => isZero(wallets[chain].secret))).toBe(true)
})

test('wallets whose data key the backend does not unwrap are never returned', async () => {
  const kek = { ...memoryKek('local:1'), unwrap: async () => randomBytes(32) }
  const sealing = sealNewWallets(keyServiceOf([kek], 'local:1'), OWNER, RANDOM)
  await expect(sealing).rejects.toMatchObject({ code: 'unseal_failed' })
})

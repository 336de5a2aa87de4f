import { beforeAll, expect, test } from 'vitest'
import { memoryKek } from '../kek/kek.testing.ts'
import { type KeyService, keyServiceOf } from '../key-service.ts'
import { sealedWallets } from '../testing.ts'
import { deriveWallets } from './wallet-secrets.ts'

const ALICE = { appId: 'app-1', userId: 'alice' }
const BOB = { appId: 'app-1', userId: 'bob' }
const ALICE_ELSEWHERE = { appId: 'app-2', userId: 'alice' }

let service: KeyService
let alice: Awaited<ReturnType<typeof sealedWallets>>
beforeAll(async () => {
  service = keyServiceOf([memoryKek('local:1')], 'local:1')
  alice = await sealedWallets(service, ALICE)
})

const rowOf = ({ kekId, wrappedKey, sealedEntropy }: typeof alice) => ({ kekId, wrappedKey, sealedEntropy })
const failsToUnseal = expect.objectContaining({ code: 'unseal_failed' })

test.each([BOB, ALICE_ELSEWHERE])('another user’s seed gives $appId $userId no wallet', async (thief) => {
  await expect(deriveWallets(service, { owner: thief, ...rowOf(alice) })).rejects.toThrow(failsToUnseal)
  // Under a data key of the thief's own.
  const mixed = { ...rowOf(await sealedWallets(service, thief)), sealedEntropy: alice.sealedEntropy }
  await expect(deriveWallets(service, { owner: thief, ...mixed })).rejects.toThrow(failsToUnseal)
})

test('a sealed secret is no seed, though the owner is the same', async () => {
  for (const { sealedSecret } of alice.wallets) {
    const row = { ...rowOf(alice), sealedEntropy: sealedSecret }
    await expect(deriveWallets(service, { owner: ALICE, ...row })).rejects.toThrow(failsToUnseal)
  }
})

test('a seed of which one bit was changed gives no wallet', async () => {
  for (let bit = 0; bit < alice.sealedEntropy.length * 8; bit += 1) {
    const sealedEntropy = Buffer.from(alice.sealedEntropy)
    sealedEntropy[bit >> 3]! ^= 1 << (bit & 7)
    await expect(deriveWallets(service, { owner: ALICE, ...rowOf(alice), sealedEntropy })).rejects.toThrow(
      failsToUnseal,
    )
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeyScope, type KeyService, keyServiceOf, makeCanary, unwrapDataKey, wrapDataKey } from './key-service.ts'
import { rewrap } from './rotation.ts'
import { addKeyringKey, createKeyring, openKeyring } from './kek/keyring.ts'
import { sealedWallets } from './testing.ts'
import { openWalletEntropy, openWalletSecret, type SealedSeed, sealNewSeed } from './wallets/wallet-secrets.ts'

const ALICE = { appId: 'app-1', userId: 'alice' }
const BOB = { appId: 'app-1', userId: 'bob' }
const ALICE_ELSEWHERE = { appId: 'app-2', userId: 'alice' }

let directory: string
/** local:1 and local:2, the second current. */
let service: KeyService
/** Another installation's keyring with the same ids. */
let foreign: KeyService
type Sealed = Awaited<ReturnType<typeof sealedWallets>>

let alice: Sealed
let bob: Sealed
let aliceElsewhere: Sealed

const keyringAt = async (name: string): Promise<KeyService> => {
  await createKeyring(join(directory, name))
  await addKeyringKey(join(directory, name))
  return openKeyring(join(directory, name))
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'custody-'))
  service = await keyringAt('keyring.json')
  foreign = await keyringAt('foreign.json')
  alice = await sealedWallets(service, ALICE)
  bob = await sealedWallets(service, BOB)
  aliceElsewhere = await sealedWallets(service, ALICE_ELSEWHERE)
})

afterAll(() => rm(directory, { recursive: true }))

const failsToUnseal = expect.objectContaining({ code: 'unseal_failed' })
const refusal = (code: string) => ({ name: 'CustodyError', code })

const solanaRow = (sealed: Sealed) => {
  const wallet = sealed.wallets.find(({ chain }) => chain === 'solana')!
  return { kekId: sealed.kekId, wrappedKey: sealed.wrappedKey, chain: wallet.chain, sealedSecret: wallet.sealedSecret }
}
const entropyRow = ({ kekId, wrappedKey, sealedEntropy }: SealedSeed) => ({ kekId, wrappedKey, sealedEntropy })

/** Every copy of `bytes` with exactly one bit changed. */
function* bitFlips(bytes: Uint8Array): Generator<Buffer> {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const copy = Buffer.from(bytes)
    copy[bit >> 3]! ^= 1 << (bit & 7)
    yield copy
  }
}

test('control: the untouched rows open for their owner', async () => {
  expect(await openWalletSecret(service, ALICE, solanaRow(alice))).toHaveLength(32)
  expect(await openWalletEntropy(service, ALICE, entropyRow(alice))).toHaveLength(16)
})

describe('an attacker who can write to the database', () => {
  test('moves a whole wallet, data key and all, to another user', async () => {
    await expect(openWalletSecret(service, BOB, solanaRow(alice))).rejects.toMatchObject(refusal('unseal_failed'))
    await expect(openWalletEntropy(service, BOB, entropyRow(alice))).rejects.toMatchObject(refusal('unseal_failed'))
  })

  test('moves a whole wallet to the same user id in another app', async () => {
    await expect(openWalletSecret(service, ALICE_ELSEWHERE, solanaRow(alice))).rejects.toMatchObject(
      refusal('unseal_failed'),
    )
    await expect(openWalletEntropy(service, ALICE_ELSEWHERE, entropyRow(alice))).rejects.toMatchObject(
      refusal('unseal_failed'),
    )
  })

  test.each(['bob', 'aliceElsewhere'] as const)('moves one blob between users or apps (%s)', async (other) => {
    const [owner, rows] = other === 'bob' ? [BOB, bob] : [ALICE_ELSEWHERE, aliceElsewhere]
    const { sealedSecret, wrappedKey } = solanaRow(alice)
    for (const stolen of [{ sealedSecret }, { wrappedKey }]) {
      await expect(openWalletSecret(service, owner, { ...solanaRow(rows), ...stolen })).rejects.toThrow(failsToUnseal)
    }
  })

  test('moves a blob between chains', async () => {
    for (const { chain } of alice.wallets) {
      for (const { sealedSecret } of alice.wallets.filter((other) => other.chain !== chain)) {
        const row = { ...solanaRow(alice), chain, sealedSecret }
        await expect(openWalletSecret(service, ALICE, row)).rejects.toThrow(failsToUnseal)
      }
    }
  })

  test('passes the entropy off as a chain’s secret, and the reverse', async () => {
    const sealedSecret = alice.sealedEntropy
    const { sealedSecret: sealedEntropy } = solanaRow(alice)
    for (const { chain } of alice.wallets) {
      const row = { ...solanaRow(alice), chain, sealedSecret }
      await expect(openWalletSecret(service, ALICE, row)).rejects.toThrow(failsToUnseal)
    }
    await expect(openWalletEntropy(service, ALICE, { ...entropyRow(alice), sealedEntropy })).rejects.toThrow(
      failsToUnseal,
    )
  })

  test('flips any bit of a sealed secret, the entropy or the wrapped key', async () => {
    const row = solanaRow(alice)
    for (const sealedSecret of bitFlips(row.sealedSecret)) {
      await expect(openWalletSecret(service, ALICE, { ...row, sealedSecret })).rejects.toThrow(failsToUnseal)
    }
    for (const wrappedKey of bitFlips(row.wrappedKey)) {
      await expect(openWalletSecret(service, ALICE, { ...row, wrappedKey })).rejects.toThrow(failsToUnseal)
    }
    for (const sealedEntropy of bitFlips(alice.sealedEntropy)) {
      await expect(openWalletEntropy(service, ALICE, { ...entropyRow(alice), sealedEntropy })).rejects.toThrow(
        failsToUnseal,
      )
    }
  })

  test('cuts or extends a blob', async () => {
    const row = solanaRow(alice)
    const longer = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(1)])
    for (let length = 0; length < row.sealedSecret.length; length++) {
      const sealedSecret = row.sealedSecret.subarray(0, length)
      await expect(openWalletSecret(service, ALICE, { ...row, sealedSecret })).rejects.toThrow(failsToUnseal)
      const wrappedKey = row.wrappedKey.subarray(0, length)
      await expect(openWalletSecret(service, ALICE, { ...row, wrappedKey })).rejects.toThrow(failsToUnseal)
    }
    for (const change of [{ sealedSecret: longer(row.sealedSecret) }, { wrappedKey: longer(row.wrappedKey) }]) {
      await expect(openWalletSecret(service, ALICE, { ...row, ...change })).rejects.toThrow(failsToUnseal)
    }
  })

  test('relabels the KEK id to another one in the keyring', async () => {
    const row = { ...solanaRow(alice), kekId: 'local:1' }
    await expect(openWalletSecret(service, ALICE, row)).rejects.toThrow(failsToUnseal)
  })

  test('relabels the KEK id while both ids are the same key', async () => {
    // Only the AAD distinguishes them.
    const twin = keyServiceOf([service.get('local:2'), { ...service.get('local:2'), id: 'local:9' }], 'local:2')
    const row = { ...solanaRow(alice), kekId: 'local:9' }
    await expect(openWalletSecret(twin, ALICE, row)).rejects.toThrow(failsToUnseal)
  })

  test('relabels the KEK id to one that the keyring lacks', async () => {
    for (const kekId of ['local:3', '', '__proto__', 'constructor']) {
      const row = { ...solanaRow(alice), kekId }
      await expect(openWalletSecret(service, ALICE, row)).rejects.toMatchObject(refusal('kek_unknown'))
    }
  })

  test('moves a whole wallet while the key backend ignores the context', async () => {
    // Only the seal of the secret itself distinguishes them.
    const kek = (await keyringAt('careless.json')).current
    const none = Buffer.alloc(0)
    const wrap = (dek: Buffer) => kek.wrap(dek, none)
    const unwrap = (wrapped: Uint8Array) => kek.unwrap(wrapped, none)
    const careless = keyServiceOf([{ id: kek.id, wrap, unwrap }], kek.id)
    const sealed = await sealedWallets(careless, ALICE)
    expect(await openWalletSecret(careless, ALICE, solanaRow(sealed))).toHaveLength(32)
    for (const thief of [BOB, ALICE_ELSEWHERE]) {
      await expect(openWalletSecret(careless, thief, solanaRow(sealed))).rejects.toThrow(failsToUnseal)
      await expect(openWalletEntropy(careless, thief, entropyRow(sealed))).rejects.toThrow(failsToUnseal)
    }
  })

  test('passes one owner kind’s data key off as that of another kind', async () => {
    const scopes: KeyScope[] = [
      { owner: 'server' },
      { owner: 'app', appId: 'x' },
      { owner: 'app', appId: 'y' },
      { owner: 'user', appId: 'x', userId: 'y' },
      { owner: 'user', appId: 'y', userId: 'x' },
    ]
    for (const scope of scopes) {
      const { wrappedKey, kekId } = await wrapDataKey(service, scope)
      expect(await unwrapDataKey(service, wrappedKey, kekId, scope)).toHaveLength(32)
      for (const other of scopes.filter((each) => each !== scope)) {
        await expect(unwrapDataKey(service, wrappedKey, kekId, other)).rejects.toThrow(failsToUnseal)
      }
    }
  })

  test('makes the rotation rewrap another user’s data key', async () => {
    const rotation = rewrap(service, alice.wrappedKey, alice.kekId, { owner: 'user', ...BOB })
    await expect(rotation).rejects.toThrow(failsToUnseal)
  })

  test('passes the canary off as a data key', async () => {
    const { kekId, sealed } = await makeCanary(service)
    await expect(unwrapDataKey(service, sealed, kekId, { owner: 'server' })).rejects.toThrow(failsToUnseal)
  })
})

test('a server whose keyring lacks the row’s KEK reports it', async () => {
  const old = keyServiceOf([service.get('local:1')], 'local:1')
  await expect(openWalletSecret(old, ALICE, solanaRow(alice))).rejects.toMatchObject(refusal('kek_unknown'))
})

describe('a thief of the database alone', () => {
  test('opens nothing with another keyring that has the same key ids', async () => {
    await expect(openWalletSecret(foreign, ALICE, solanaRow(alice))).rejects.toThrow(failsToUnseal)
  })

  test('finds no plaintext secret in the stored rows', async () => {
    const stored = Buffer.concat([
      alice.wrappedKey,
      alice.sealedEntropy,
      ...alice.wallets.map(({ sealedSecret }) => sealedSecret),
    ])
    expect(stored.indexOf(await openWalletSecret(service, ALICE, solanaRow(alice)))).toBe(-1)
    expect(stored.indexOf(await openWalletEntropy(service, ALICE, entropyRow(alice)))).toBe(-1)
  })
})

test('a secret cannot be sealed without an owner', async () => {
  for (const owner of [
    { appId: '', userId: 'alice' },
    { appId: 'app-1', userId: '' },
  ]) {
    await expect(sealNewSeed(service, owner)).rejects.toMatchObject(refusal('aad_invalid'))
    const scope = { owner: 'user', ...owner } as const
    await expect(wrapDataKey(service, scope)).rejects.toMatchObject(refusal('aad_invalid'))
  }
})

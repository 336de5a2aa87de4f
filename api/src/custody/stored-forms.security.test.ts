import { expect, test } from 'vitest'
import { seal, unseal } from './envelope.ts'
import { checkCanary, type KeyEncryptionKey, keyServiceOf, unwrapDataKey } from './key-service.ts'
import { CustodyError } from './errors.ts'
import { opens } from './rotation.ts'
import type { Chain } from './wallets/chains.ts'
import { addressOf } from './wallets/derive.ts'
import { deriveWallets, openWalletEntropy, openWalletSecret } from './wallets/wallet-secrets.ts'

// Rows as the first version of custody stored them. Whoever changes a context or the format loses every wallet in the field, unless
// old rows still open: so these are never recorded again.

const KEK = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
const OWNER = { appId: '0d9f3a52-6c1b-4e8a-9f57-2b1c8e4a7d10', userId: '5e7c1f84-3b2a-4d69-8c0e-91a6f2b3c4d5' }
const bytes = (hex: string) => Buffer.from(hex, 'hex')

const kek: KeyEncryptionKey = {
  id: 'local:1',
  wrap: async (dek, aad) => seal(KEK, dek, aad),
  unwrap: async (wrapped, aad) => unseal(KEK, wrapped, aad),
}
const service = keyServiceOf([kek], kek.id)

const seed = {
  kekId: kek.id,
  wrappedKey: bytes(
    '01f4a490dbec1fa577eb3d65fa3f4bc5e4a3a87f83454b0556065edaca60903c0b3807c6e543316f70a64eaf1c9d4769f63b48825778a0866fc2e0c5ef',
  ),
  sealedEntropy: bytes('01d2b0d0d9d9609f66a3392eaa59c7d9bf3c907aeff27c796e78a83d01b0440450a6f33c509648514fc45469b2'),
}
const wallets: [Chain, string, string][] = [
  [
    'solana',
    'G2MPijeJ82DhAjXs78RkCumEv42p4R3eooLXS44fvozf',
    '0151e614491b2901ddf5fc65d250c49d1421129959f9dedd8f63481a5e4a1cc874c547de737496f2dc65c8e7ce1ed820e7e9f7b83f5500219effc5dd84',
  ],
  [
    'ethereum',
    '0x5ed7332f7CF97CAE03a435a5827Ac75200B9622b',
    '01d1b57d4b498aec3278ab6d3df1ed00ddd094e0e360fb6a8b77ceb6849a2dfb768833ba760cb3f519ef20c9dc15227cc4fda19a7bff92046bc32f3916',
  ],
  [
    'polkadot',
    '5EnBZ2dgFKJHrXsZvs6VCmkH7P7Mn81ZVHWqpbK6YJsxTFy9',
    '01db26e5aca902d68e9a74cc3e1d4a2be4614dd4a8a60230ee3940ef578f34ab7f913a912a3dc4fec9ef783292c8ed20e7f3b305bdbcd8c72afd8d2072',
  ],
]

test('a seed that was stored opens, and gives its addresses', async () => {
  const entropy = await openWalletEntropy(service, OWNER, seed)
  expect(entropy.toString('hex')).toBe('03c528244137c76f49e071ee40ffeecb')
  const derived = await deriveWallets(service, { owner: OWNER, ...seed })
  expect(derived.map(({ chain, address }) => [chain, address])).toEqual(
    wallets.map(([chain, address]) => [chain, address]),
  )
})

test.each(wallets)(
  'a secret on %s that was stored opens, and is the key of its address',
  async (chain, address, sealed) => {
    const secret = await openWalletSecret(service, OWNER, { ...seed, chain, sealedSecret: bytes(sealed) })
    expect(addressOf(chain, secret)).toBe(address)
  },
)

test('a data key of the server, and one of an app, that were stored open', async () => {
  const server = bytes(
    '01c3401d174de45aadc69187583c6265f4ad29c7ca680e802bb1813ac45a43de1f25ae437e63dd5d4de2cc13f4c3ef86073b5e795b214e9ee93c2210e0',
  )
  const app = bytes(
    '0169709ebb76c7bdfd82d1edb595841b72d0164844027a6af7ee2e63b71cae9cad55b83feef1ca8f5956e59d76ae0f04311a25a3464376d2e975b1a043',
  )
  expect(await unwrapDataKey(service, server, kek.id, { owner: 'server' })).toEqual(Buffer.alloc(32, 7))
  expect(await unwrapDataKey(service, app, kek.id, { owner: 'app', appId: OWNER.appId })).toEqual(Buffer.alloc(32, 8))
})

const canary = {
  kekId: kek.id,
  sealed: bytes(
    '0166fa158d8293c058956c5ee70c51ad356fa42be32e83ad46bf76d1f6d56c8c5b9c31c8a947979cb3050c0c104641464b1c8eb3addebda08b9659d340',
  ),
}

test('a canary that was stored tells the right key', async () => {
  await expect(checkCanary(service, canary)).resolves.toBeUndefined()
})

test('a key backend that is out of reach is told from a wrong key: nothing is judged without an answer', async () => {
  const outage = new CustodyError('backend_unavailable', 'The backend does not answer.')
  const unreachable = keyServiceOf([{ ...kek, unwrap: () => Promise.reject(outage) }], kek.id)
  await expect(checkCanary(unreachable, canary)).rejects.toBe(outage)
  await expect(opens(unreachable, seed.wrappedKey, kek.id, { owner: 'user', ...OWNER })).rejects.toBe(outage)
  const broken = new TypeError('not of custody')
  const failing = keyServiceOf([{ ...kek, unwrap: () => Promise.reject(broken) }], kek.id)
  await expect(checkCanary(failing, canary)).rejects.toBe(broken)
  await expect(opens(failing, seed.wrappedKey, kek.id, { owner: 'user', ...OWNER })).rejects.toBe(broken)
})

test('a data key of another length is no data key', async () => {
  const short = keyServiceOf([{ ...kek, unwrap: async () => Buffer.alloc(16, 1) }], kek.id)
  await expect(unwrapDataKey(short, seed.wrappedKey, kek.id, { owner: 'server' })).rejects.toMatchObject({
    code: 'unseal_failed',
  })
})

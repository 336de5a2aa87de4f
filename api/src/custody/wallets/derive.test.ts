import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Keyring } from '@polkadot/api'
import { cryptoWaitReady, mnemonicToMiniSecret } from '@polkadot/util-crypto'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Keypair } from '@solana/web3.js'
import { HDNodeWallet, Mnemonic, Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHAINS } from './chains.ts'
import { addressOf, deriveSecrets, legacySecrets, newEntropy, phraseOf, type Secrets } from './derive.ts'
import { bip32Secret, hardened, slip10Secret } from './hd-keys.ts'

const JUNK = 'test test test test test test test test test test test junk'
const ABOUT = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const SUBSTRATE_DEV = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk'

const withAddresses = ({ solana, ethereum, polkadot }: Secrets) => ({
  solana: { secret: solana, address: addressOf('solana', solana) },
  ethereum: { secret: ethereum, address: addressOf('ethereum', ethereum) },
  polkadot: { secret: polkadot, address: addressOf('polkadot', polkadot) },
})
const derive = async (entropy: Uint8Array) => withAddresses(await deriveSecrets(entropy))
const legacy = (salt: string, userId: string) => withAddresses(legacySecrets(salt, userId))
const walletsOf = (phrase: string) => derive(mnemonicToEntropy(phrase, wordlist))

// SLIP-0010 implemented again from its text, without the library.
const solanaSeed = (phrase: string): Buffer => {
  const seed = pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of [44, 501, 0, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(index + 2 ** 31, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return node.subarray(0, 32)
}

const polkadotPair = (miniSecret: Uint8Array) =>
  new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromSeed(miniSecret)

beforeAll(async () => {
  await cryptoWaitReady()
})

describe('published vectors', () => {
  // https://github.com/satoshilabs/slips/blob/master/slip-0010.md, test vector 1 for ed25519
  test.each([
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [[0, 1, 2, 2, 1000000000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
  ])('SLIP-0010 ed25519 vector 1, hardened path %j', (path, secret) => {
    const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    expect(slip10Secret(seed, path.map(hardened)).toString('hex')).toBe(secret)
  })

  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki, test vector 1
  test('BIP-32 vector 1, m/0H/1/2H/2/1000000000', () => {
    const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    const published = HDNodeWallet.fromExtendedKey(
      'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
    ) as HDNodeWallet
    const secret = bip32Secret(seed, [hardened(0), 1, hardened(2), 2, 1000000000])
    expect(`0x${secret.toString('hex')}`).toBe(published.privateKey)
  })

  // https://github.com/trezor/python-mnemonic/blob/master/vectors.json
  test.each([
    ['00000000000000000000000000000000', ABOUT],
    ['7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['ffffffffffffffffffffffffffffffff', 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong'],
    [
      '9e885d952ad362caeb4efe34a8e91bd2',
      'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    ],
  ])('BIP-39 phrase of %s', (entropy, phrase) => {
    expect(phraseOf(Buffer.from(entropy, 'hex')).toString()).toBe(phrase)
  })

  test('Ethereum: the first account of the test phrase every development node uses', async () => {
    expect((await walletsOf(JUNK)).ethereum.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })

  // https://eips.ethereum.org/EIPS/eip-155 signs its example with this key; the address is the field's well-known one.
  test('Ethereum: the address of the key 0x46…46', () => {
    expect(addressOf('ethereum', Buffer.alloc(32, 0x46))).toBe('0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F')
  })

  test('Polkadot: the development phrase of Substrate', async () => {
    expect((await walletsOf(SUBSTRATE_DEV)).polkadot.address).toBe('5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV')
  })

  test('Solana: the first account of the all-zero phrase in Phantom', async () => {
    expect((await walletsOf(ABOUT)).solana.address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  })

  // https://www.rfc-editor.org/rfc/rfc8032, section 7.1, test 1
  test('Solana: the public key of RFC 8032 test 1', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
    const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    expect(Buffer.from(Keypair.fromSeed(seed).publicKey.toBytes()).toString('hex')).toBe(publicKey)
    expect(addressOf('solana', seed)).toBe(Keypair.fromSeed(seed).publicKey.toBase58())
  })
})

describe('other implementations derive the same keys', () => {
  test('web3.js on the Solana account of the test phrase', async () => {
    const { solana } = await walletsOf(JUNK)
    const keypair = Keypair.fromSeed(solanaSeed(JUNK))
    expect(solana.address).toBe(keypair.publicKey.toBase58())
    expect(solana.secret.equals(keypair.secretKey.subarray(0, 32))).toBe(true)
  })

  test('on random entropies of every length', async () => {
    for (const size of [16, 16, 16, 16, 20, 24, 28, 32]) {
      const entropy = randomBytes(size)
      const phrase = entropyToMnemonic(entropy, wordlist)
      const { solana, ethereum, polkadot } = await derive(entropy)
      expect(phraseOf(entropy).toString()).toBe(phrase)
      expect(solana.address).toBe(Keypair.fromSeed(solanaSeed(phrase)).publicKey.toBase58())
      const account = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(phrase), "m/44'/60'/0'/0/0")
      expect(ethereum.address).toBe(account.address)
      expect(`0x${ethereum.secret.toString('hex')}`).toBe(account.privateKey)
      const miniSecret = mnemonicToMiniSecret(phrase)
      expect(polkadot.secret.equals(miniSecret)).toBe(true)
      expect(polkadot.address).toBe(polkadotPair(miniSecret).address)
    }
  })

  // Seeds of vectors 3 and 4 have keys with leading zeros: https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
  test('ethers below seeds of BIP-32’s vectors and random ones', () => {
    const vectors = [
      '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
      '3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678',
    ]
    for (const seed of [
      ...vectors.map((hex) => Buffer.from(hex, 'hex')),
      ...Array.from({ length: 30 }, () => randomBytes(64)),
    ]) {
      for (const path of [
        [],
        [hardened(0)],
        [hardened(0), hardened(1)],
        [0, 1, 2],
        [hardened(44), 7, hardened(2 ** 31 - 1), 0],
      ]) {
        const reference = path.reduce((node, index) => node.deriveChild(index), HDNodeWallet.fromSeed(seed))
        expect(`0x${bip32Secret(seed, path).toString('hex')}`).toBe(reference.privateKey)
      }
    }
  })

  test('on the addresses of random secrets', () => {
    for (let round = 0; round < 20; round++) {
      const secret = randomBytes(32)
      expect(addressOf('solana', secret)).toBe(Keypair.fromSeed(secret).publicKey.toBase58())
      expect(addressOf('ethereum', secret)).toBe(new Wallet(`0x${secret.toString('hex')}`).address)
      expect(addressOf('polkadot', secret)).toBe(polkadotPair(secret).address)
    }
  })
})

describe('legacy wallets', () => {
  test('keep the addresses of the former deployment', () => {
    const { solana, ethereum, polkadot } = legacy('pepper', '42')
    const secret = createHash('sha256').update('pepper_42').digest()
    // echo -n pepper_42 | sha256sum
    expect(secret.toString('hex')).toBe('65eff151f14f6724cbc367ac3b4d79bceb9cdaff6566b139398e654dc0730722')
    expect(solana.address).toBe('2rhXTzKDzTagFgACyAk5bbvGvfAkJqXi6fc1d8kcXUVv')
    expect(ethereum.address).toBe('0xcDfa4EC441A09A53DD2Ee2C6Ea5aC830c35f05aC')
    expect(polkadot.address).toBe('5HZ5u48MqwRWrpgM8WFr1NwgtNxc5PVXoJBNN4gnDdjqoMSM')
    for (const wallet of [solana, ethereum, polkadot]) expect(wallet.secret.equals(secret)).toBe(true)
  })

  test('agree with the chains’ own libraries, also for text beyond ASCII', () => {
    for (const [salt, userId] of [
      ['sälz', 'b7c1'],
      ['a_b', 'c'],
      [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')],
    ] as const) {
      const secret = createHash('sha256')
        .update(Buffer.from(`${salt}_${userId}`))
        .digest()
      const wallets = legacy(salt, userId)
      expect(wallets.solana.address).toBe(Keypair.fromSeed(secret).publicKey.toBase58())
      expect(wallets.ethereum.address).toBe(new Wallet(`0x${secret.toString('hex')}`).address)
      expect(wallets.polkadot.address).toBe(polkadotPair(secret).address)
    }
  })

  test('hold three secrets that are zeroed one by one', () => {
    const { solana, ethereum } = legacy('pepper', '42')
    solana.secret.fill(0)
    expect(addressOf('ethereum', ethereum.secret)).toBe(ethereum.address)
  })

  test.each([
    ['', '42'],
    ['pepper', ''],
  ])('are rejected for salt %j and user %j', (salt, userId) => {
    expect(() => legacy(salt, userId)).toThrow(expect.objectContaining({ code: 'legacy_invalid' }))
  })
})

test('entropy is 16 bytes, random each time, and zeroed by the caller', async () => {
  const entropy = newEntropy()
  const before = Buffer.from(entropy)
  expect(entropy).toHaveLength(16)
  expect(entropy.equals(newEntropy())).toBe(false)
  await deriveSecrets(entropy)
  expect(entropy.equals(before)).toBe(true)
})

test.each([0, 12, 15, 17, 36, 64])('rejects entropy of %i bytes', async (size) => {
  await expect(deriveSecrets(Buffer.alloc(size))).rejects.toMatchObject({ code: 'entropy_invalid' })
})

test('ed25519 has no child that is not hardened', () => {
  const secretInvalid = expect.objectContaining({ code: 'secret_invalid' })
  expect(() => slip10Secret(randomBytes(64), [hardened(44), 501])).toThrow(secretInvalid)
})

test('a secret outside the curve’s range or of another length has no address', () => {
  const order = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')
  const secretInvalid = expect.objectContaining({ code: 'secret_invalid' })
  for (const secret of [Buffer.alloc(32), order]) expect(() => addressOf('ethereum', secret)).toThrow(secretInvalid)
  for (const chain of CHAINS) {
    for (const size of [0, 31, 33, 64]) expect(() => addressOf(chain, Buffer.alloc(size, 1))).toThrow(secretInvalid)
  }
})

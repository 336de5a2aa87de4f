import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import { personalHash, recoverEthereumAddress } from './ethereum.ts'
import { challengeMessage, type WalletChallenge } from './message.ts'
import { isSolanaSignature } from './solana.ts'

const TEXT = 'game.example wants you to sign in'

describe('Ethereum', () => {
  const wallet = new Wallet(`0x${'17'.repeat(32)}`)
  const signed = async (change: (bytes: Buffer) => void = () => {}) => {
    const bytes = Buffer.from((await wallet.signMessage(TEXT)).slice(2), 'hex')
    change(bytes)
    return `0x${bytes.toString('hex')}`
  }
  const ORDER = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')
  const sOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex', 32, 64)}`)

  test('control: the signer of a text is found, with either way to write v', async () => {
    expect(recoverEthereumAddress(personalHash(TEXT), await signed())).toBe(wallet.address)
    const short = await signed((bytes) => (bytes[64]! -= 27))
    expect(recoverEthereumAddress(personalHash(TEXT), short)).toBe(wallet.address)
    // About half of the signatures have the one parity, half the other.
    for (let turn = 0; turn < 20; turn += 1) {
      const signature = await wallet.signMessage(`${TEXT} ${turn}`)
      expect(recoverEthereumAddress(personalHash(`${TEXT} ${turn}`), signature)).toBe(wallet.address)
    }
  })

  test('another text, or another byte of the signature, is of another signer or of none', async () => {
    expect(recoverEthereumAddress(personalHash(`${TEXT}.`), await signed())).not.toBe(wallet.address)
    for (const at of [0, 31, 32, 63])
      expect(recoverEthereumAddress(personalHash(TEXT), await signed((bytes) => (bytes[at]! ^= 1)))).not.toBe(
        wallet.address,
      )
  })

  test('the second form of a signature, with the complementary s, is none (EIP-2)', async () => {
    const malleated = await signed((bytes) => {
      bytes.write((ORDER - sOf(bytes)).toString(16).padStart(64, '0'), 32, 'hex')
      bytes[64]! ^= 7
    })
    expect(recoverEthereumAddress(personalHash(TEXT), malleated)).toBeUndefined()
    const highest = await signed((bytes) =>
      bytes.write('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 32, 'hex'),
    )
    const next = highest.replace('681b20a0', '681b20a1')
    expect(recoverEthereumAddress(personalHash(TEXT), highest)).toMatch(/^0x/)
    expect(recoverEthereumAddress(personalHash(TEXT), next)).toBeUndefined()
  })

  test.each([2, 3, 26, 29, 30, 255])('v of %i is none', async (v) => {
    expect(recoverEthereumAddress(personalHash(TEXT), await signed((bytes) => (bytes[64] = v)))).toBeUndefined()
  })

  test('what is no signature of 65 bytes in hex is none, and nothing fails', async () => {
    const good = await signed()
    for (const bad of [
      '',
      '0x',
      good.slice(2),
      `${good}00`,
      good.slice(0, -2),
      `x${good}`,
      good.replace(/.$/, 'g'),
      `${good}\n`,
    ])
      expect(recoverEthereumAddress(personalHash(TEXT), bad)).toBeUndefined()
    const zero = `0x${'0'.repeat(128)}1b`
    expect(recoverEthereumAddress(personalHash(TEXT), zero)).toBeUndefined()
  })
})

describe('Solana', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const address = base58.encode(key)
  const signatureOf = (text: string) => sign(null, Buffer.from(text), privateKey)
  const signature = base58.encode(signatureOf(TEXT))

  test('control: the wallet’s signature over the text', () => {
    expect(isSolanaSignature(address, TEXT, signature)).toBe(true)
    expect(isSolanaSignature(address, 'naïve 日本', base58.encode(signatureOf('naïve 日本')))).toBe(true)
  })

  test('another text, wallet or signature is refused', () => {
    expect(isSolanaSignature(address, `${TEXT} `, signature)).toBe(false)
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    expect(isSolanaSignature(base58.encode(other), TEXT, signature)).toBe(false)
    const flipped = Buffer.from(signatureOf(TEXT))
    flipped[0]! ^= 1
    expect(isSolanaSignature(address, TEXT, base58.encode(flipped))).toBe(false)
  })

  test.each([
    '',
    '0OIl',
    '1'.repeat(48),
    'z'.repeat(5000),
    base58.encode(new Uint8Array(31)),
    base58.encode(new Uint8Array(33)),
  ])('the address %.20j is none', (text) => expect(isSolanaSignature(text, TEXT, signature)).toBe(false))

  test.each([
    '',
    '0OIl',
    'z'.repeat(97),
    base58.encode(new Uint8Array(63).fill(9)),
    base58.encode(new Uint8Array(65).fill(9)),
  ])('the signature %.20j is none', (text) => expect(isSolanaSignature(address, TEXT, text)).toBe(false))

  // For the neutral point anybody finds signatures: R = s·B, whatever the text. Here s = 0, and R is the neutral point too.
  const forgery = base58.encode(
    Buffer.concat([Buffer.from([1, ...Array.from({ length: 31 }, () => 0)]), Buffer.alloc(32)]),
  )
  test.each([
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ])('a point of small order, %s, signs nothing', (hex) => {
    const point = base58.encode(Buffer.from(hex, 'hex'))
    for (const text of [TEXT, ...Array.from({ length: 16 }, (_, index) => `${TEXT} ${index}`)])
      expect(isSolanaSignature(point, text, forgery)).toBe(false)
  })
})

describe('the message that a wallet signs', () => {
  const challenge: WalletChallenge = {
    purpose: 'login',
    chain: 'ethereum',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    uri: new URL('https://game.example:8443/login?next=%2F#x'),
    chainId: 1,
    nonce: 'abcdefgh12345678',
    appName: 'My Game',
    issuedAt: new Date('2026-11-26T10:00:00Z'),
    expiresAt: new Date('2026-11-26T10:10:00Z'),
  }

  test('has the grammar of EIP-4361, with all that binds it to a page, a chain and a time', () => {
    expect(challengeMessage(challenge)).toBe(`game.example:8443 wants you to sign in with your Ethereum account:
0x52908400098527886E0F7030069857D2E4169EE7

Log in to My Game.

URI: https://game.example:8443/login
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-11-26T10:00:00.000Z
Expiration Time: 2026-11-26T10:10:00.000Z`)
  })

  test('on Solana names its account and network', () => {
    const text = challengeMessage({ ...challenge, chain: 'solana' })
    expect(text).toContain('sign in with your Solana account:')
    expect(text).toContain('\nChain ID: mainnet\n')
  })

  test.each([
    ['login', 'My Game', 'Log in to My Game.'],
    ['bind', 'My Game', 'Add this wallet to your account at My Game.'],
    ['reauthenticate', 'My Game', 'Confirm a change of your account at My Game.'],
    ['login', 'Spiel\nURI: https://evil.example', 'Log in.'],
    ['bind', 'Ünique', 'Add this wallet to your account.'],
    ['reauthenticate', '', 'Confirm a change of your account.'],
    ['login', 'Good\u2028', 'Log in.'],
  ] as const)('says what a %s at %j is for, in one line that the name cannot leave', (purpose, appName, statement) => {
    expect(challengeMessage({ ...challenge, purpose, appName }).split('\n')[3]).toBe(statement)
  })
})

import { randomBytes, randomInt, sign } from 'node:crypto'
import { PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeMessage } from '../wallet-login/message.ts'
import { readBalance } from './balances.ts'
import { broadcast } from './broadcast.ts'
import { readBlockhash } from './blockhash.ts'
import { couldBeTransaction } from './message-guard.ts'
import { parseMessage, parseTransaction } from './parse.ts'
import { privateKeyOf } from './private-key.ts'
import { signMessage } from './sign-message.ts'
import { signTransaction } from './sign.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, startChain, type TestWallet, v0Of } from './solana.testing.ts'

let chain: Awaited<ReturnType<typeof startChain>>
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.node.stop())

const transfer = (from: string, to: string, lamports = 1_000_000) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports })
const legacyMessage = (bytes: Uint8Array): Buffer => Transaction.from(bytes).serializeMessage()
const v0Message = (bytes: Uint8Array): Uint8Array => VersionedTransaction.deserialize(bytes).message.serialize()
const refusal = (code: string) => expect.objectContaining({ code })

describe('blind signing: a transfer passed as a message', () => {
  const cases: [string, (from: TestWallet, to: string) => Uint8Array][] = [
    ['a legacy message', ({ address }, to) => legacyMessage(legacyOf(address, SOME_BLOCKHASH, transfer(address, to)))],
    ['a v0 message', ({ address }, to) => v0Message(v0Of(address, SOME_BLOCKHASH, transfer(address, to)))],
    ['a legacy transaction', ({ address }, to) => legacyOf(address, SOME_BLOCKHASH, transfer(address, to))],
    ['a v0 transaction', ({ address }, to) => v0Of(address, SOME_BLOCKHASH, transfer(address, to))],
    [
      'a message with another fee payer',
      ({ address }, to) => legacyMessage(legacyOf(newWallet().address, SOME_BLOCKHASH, transfer(address, to))),
    ],
    [
      'a message of a future version',
      ({ address }, to) => {
        const message = v0Message(v0Of(address, SOME_BLOCKHASH, transfer(address, to)))
        return Buffer.concat([Uint8Array.of(0x81), message.subarray(1)])
      },
    ],
    [
      'a message with trailing bytes',
      ({ address }, to) =>
        Buffer.concat([legacyMessage(legacyOf(address, SOME_BLOCKHASH, transfer(address, to))), randomBytes(9)]),
    ],
  ]

  test.each(cases)('rejects %s', (_, make) => {
    const wallet = newWallet()
    const bytes = make(wallet, newWallet().address)
    expect(couldBeTransaction(bytes, wallet.address)).toBe(true)
    expect(() => signMessage(bytes, wallet.secret)).toThrow(refusal('blind_signing'))
  })

  test('control: on the chain, such a signature transfers the funds', async () => {
    const wallet = await chain.fundedWallet()
    const to = newWallet().address
    const { blockhash } = await readBlockhash(chain.rpc)
    const unsigned = Transaction.from(legacyOf(wallet.address, blockhash, transfer(wallet.address, to)))
    const signature = sign(null, unsigned.serializeMessage(), privateKeyOf(wallet.secret))
    unsigned.addSignature(wallet.keypair.publicKey, signature)
    await broadcast(chain.rpc, unsigned.serialize().toString('base64'))
    await expect.poll(() => readBalance(chain.rpc, to)).toBe(1_000_000n)
    expect(() => signMessage(unsigned.serializeMessage(), wallet.secret)).toThrow(refusal('blind_signing'))
  })

  test('a transaction of others may be signed as a message when it needs no signature of this wallet', () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const bytes = legacyMessage(legacyOf(other.address, SOME_BLOCKHASH, transfer(other.address, newWallet().address)))
    expect(couldBeTransaction(bytes, wallet.address)).toBe(false)
  })

  test('an off-chain message that names this wallet is not a transaction, and one with another preamble is', () => {
    const wallet = newWallet()
    const rest = Buffer.concat([Buffer.alloc(35), wallet.keypair.publicKey.toBuffer(), Buffer.from('text')])
    const message = Buffer.concat([Buffer.from('\xffsolana offchain', 'latin1'), rest])
    expect(couldBeTransaction(message, wallet.address)).toBe(false)
    message[0] = 0x80
    expect(couldBeTransaction(message, wallet.address)).toBe(true)
  })
})

test('20,000 sign-in texts and 20,000 random byte strings are not transactions', () => {
  const wallet = newWallet()
  const names = ['Shop', 'Läden', '游戏', '🎮🎮', 'a', 'x'.repeat(900)]
  let refused = 0
  for (let round = 0; round < 20_000; round++) {
    const issuedAt = new Date(1_700_000_000_000 + randomInt(1e9))
    const siws = challengeMessage({
      purpose: 'login',
      chain: 'solana',
      address: round % 2 ? wallet.address : newWallet().address,
      uri: new URL(`https://${randomBytes(randomInt(1, 20)).toString('hex')}.example/${round}`),
      chainId: 0,
      nonce: randomBytes(16).toString('base64url'),
      appName: names[round % names.length]!,
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 600_000),
    })
    const legacy = `By signing, you are proving you own this wallet and logging in ${names[round % names.length]!}.`
    for (const text of [siws, legacy, `${legacy}\n\n${wallet.address}`]) {
      if (couldBeTransaction(Buffer.from(text), wallet.address)) refused++
    }
    if (couldBeTransaction(randomBytes(randomInt(1300)), wallet.address)) refused++
  }
  expect(refused).toBe(0)
})

describe('a transaction that does not need this wallet’s signature', () => {
  test('is rejected, even if it names the wallet', () => {
    const [wallet, other] = [newWallet(), newWallet()]
    for (const make of [legacyOf, v0Of]) {
      const bytes = make(other.address, SOME_BLOCKHASH, transfer(other.address, wallet.address))
      expect(() => signTransaction(bytes, wallet.secret)).toThrow(refusal('not_a_signer'))
    }
  })

  test('is rejected by the wallet’s key', () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const bytes = legacyOf(wallet.address, SOME_BLOCKHASH, transfer(wallet.address, other.address))
    expect(() => signTransaction(bytes, other.secret)).toThrow(refusal('not_a_signer'))
  })

  test('is rejected by the chain with another wallet’s signature', async () => {
    const [wallet, other] = [await chain.fundedWallet(), newWallet()]
    const { blockhash } = await readBlockhash(chain.rpc)
    const bytes = legacyOf(wallet.address, blockhash, transfer(wallet.address, other.address))
    bytes.set(sign(null, bytes.subarray(65), privateKeyOf(other.secret)), 1)
    await expect(broadcast(chain.rpc, bytes.toString('base64'))).rejects.toMatchObject({ kind: 'refused' })
    expect(await readBalance(chain.rpc, other.address)).toBe(0n)
  })
})

describe('hostile bytes', () => {
  const wallet = newWallet()
  const good = (make: typeof legacyOf) =>
    make(wallet.address, SOME_BLOCKHASH, transfer(wallet.address, newWallet().address))

  test.each([
    ['legacy', legacyOf],
    ['v0', v0Of],
  ] as const)('rejects every truncation of a %s transaction, and trailing bytes', (_, make) => {
    const bytes = good(make)
    expect(parseTransaction(bytes).signatures).toHaveLength(1)
    for (let length = 0; length < bytes.length; length++) {
      expect(() => parseTransaction(bytes.subarray(0, length))).toThrow(refusal('invalid_transaction'))
    }
    expect(() => parseTransaction(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow('more bytes follow')
  })

  test('rejects more than 1232 bytes without parsing', () => {
    const bytes = Buffer.concat([good(legacyOf), Buffer.alloc(1233)])
    expect(() => signTransaction(bytes, wallet.secret)).toThrow('more than 1232 bytes')
    expect(() => parseMessage(bytes)).toThrow('more than 1232 bytes')
  })

  test('every change of one byte is rejected with a code, or parsed', () => {
    for (const bytes of [good(legacyOf), good(v0Of)]) {
      for (let offset = 0; offset < bytes.length; offset++) {
        for (const value of [0, 1, 2, 0x7f, 0x80, 0x81, 0xff]) {
          const changed = Buffer.from(bytes)
          changed[offset] = value
          try {
            parseTransaction(changed)
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_transaction' })
          }
        }
      }
    }
  })

  const patched = (offset: number, value: number) => {
    const bytes = good(legacyOf)
    bytes[offset] = value
    return bytes
  }
  test.each([
    ['no signer', patched(65, 0)],
    ['a read-only fee payer', patched(66, 1)],
    ['more signers than accounts', patched(65, 100)],
    ['two signatures for one signer', Buffer.concat([Uint8Array.of(2), Buffer.alloc(64), good(legacyOf).subarray(1)])],
    ['a length in two bytes that fits one', Buffer.concat([Uint8Array.of(0x81, 0), good(legacyOf).subarray(1)])],
    ['version 1', Buffer.concat([good(legacyOf).subarray(0, 65), Uint8Array.of(0x81), good(legacyOf).subarray(65)])],
  ])('rejects %s', (_, bytes) => {
    expect(() => signTransaction(bytes, wallet.secret)).toThrow(refusal('invalid_transaction'))
  })

  test('rejects an account that is named twice', () => {
    const bytes = good(legacyOf)
    bytes.set(bytes.subarray(69, 101), 101)
    expect(() => parseTransaction(bytes)).toThrow('names an account twice')
  })

  test('parses the same fields as web3.js', () => {
    for (const bytes of [good(legacyOf), good(v0Of)]) {
      const { message } = VersionedTransaction.deserialize(bytes)
      const parsed = parseTransaction(bytes)
      expect(parsed.message.keys.map((key) => new PublicKey(key))).toEqual(message.staticAccountKeys)
      expect(Buffer.from(parsed.messageBytes).equals(message.serialize())).toBe(true)
      expect(parsed.message.instructions.map(({ data }) => Buffer.from(data))).toEqual(
        message.compiledInstructions.map(({ data }) => Buffer.from(data)),
      )
    }
  })
})

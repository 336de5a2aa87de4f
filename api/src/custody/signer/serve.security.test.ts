import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { base58 } from '@scure/base'
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Custody } from '../custody.ts'
import type { StoredWallet } from '../wallets/wallet-signer.ts'
import { newWallets } from '../testing.ts'
import { connectCustody } from './connect.ts'
import { EXPORTS_PER_ACCOUNT } from './exports-cap.ts'
import { encodeFrame, MAX_FRAME } from './frames.ts'
import { rawConnection, type Signer, startTestSigner } from './signer.testing.ts'

let signer: Signer
let custody: Custody
let raw: Awaited<ReturnType<typeof rawConnection>>
beforeAll(async () => {
  signer = await startTestSigner()
  custody = connectCustody(signer.path)
})
afterAll(async () => {
  await custody.close()
  await signer.stop()
})
beforeEach(async () => {
  raw = await rawConnection(signer.path)
})
afterEach(() => void raw.socket.destroy())

const owner = () => ({ appId: randomUUID(), userId: randomUUID() })
const newWallet = async (keys = custody): Promise<StoredWallet> => {
  const mine = owner()
  const { wallets, kekId, wrappedKey } = await newWallets(keys, mine)
  const [{ sealedSecret }] = wallets as [(typeof wallets)[number]]
  return { owner: mine, chain: 'solana', kekId, wrappedKey, sealedSecret }
}
const refusedAs = (code: string) => ({ error: expect.objectContaining({ name: 'CustodyError', code }) })

describe('a user’s data key never leaves the signer', () => {
  test('when requested by its own scope', async () => {
    const mine = owner()
    const { kekId, wrappedKey } = await newWallets(custody, mine)
    const scope = { owner: 'user', ...mine }
    for (const [call, args] of [
      ['openDataKey', [scope, { kekId, wrappedKey }]],
      ['newDataKey', [scope]],
    ] as const) {
      const answer = await raw.ask({ id: 1, call, args })
      expect(answer).toMatchObject(refusedAs('request_refused'))
      expect(answer).not.toHaveProperty('answer')
    }
  })

  test('when requested under a shared scope: it does not open', async () => {
    const mine = owner()
    const row = await newWallets(custody, mine)
    const { kekId, wrappedKey } = row
    for (const scope of [
      { owner: 'server' },
      { owner: 'app', appId: mine.appId },
      { owner: 'app', appId: mine.userId },
    ] as const)
      await expect(custody.openDataKey(scope, { kekId, wrappedKey })).rejects.toMatchObject({ code: 'unseal_failed' })
    const disguised = { owner: 'app', appId: mine.appId, userId: mine.userId }
    expect(await raw.ask({ id: 1, call: 'openDataKey', args: [disguised, { kekId, wrappedKey }] })).toMatchObject(
      refusedAs('request_refused'),
    )
  })

  test('when rewrapped for another owner: it does not open', async () => {
    const { kekId, wrappedKey } = await newWallets(custody, owner())
    const scope = { owner: 'app', appId: randomUUID() } as const
    await expect(custody.rewrap(scope, { kekId, wrappedKey })).rejects.toMatchObject({ code: 'unseal_failed' })
  })
})

describe('an invalid request', () => {
  test.each([
    ['an unknown call', { id: 1, call: 'dump', args: [] }],
    ['a call of the prototype', { id: 1, call: 'constructor', args: [] }],
    ['a call that the server composes', { id: 1, call: 'retire', args: ['local:1', true] }],
    ['closing custody', { id: 1, call: 'close', args: [] }],
    ['too few arguments', { id: 1, call: 'openDataKey', args: [{ owner: 'server' }] }],
    ['too many', { id: 1, call: 'status', args: [1] }],
    ['text in place of bytes', { id: 1, call: 'checkCanary', args: [{ kekId: 'local:1', sealed: 'text' }] }],
    ['an unknown field', { id: 1, call: 'newDataKey', args: [{ owner: 'server', userId: 'x' }] }],
    ['a prototype', { id: 1, call: 'newDataKey', args: [JSON.parse('{"owner":"server","__proto__":{"a":1}}')] }],
  ])('%s is refused, and the connection stays open', async (_, message) => {
    expect(await raw.ask(message)).toMatchObject({ id: 1, ...refusedAs('request_refused') })
    expect(await raw.ask({ id: 2, call: 'status', args: [] })).toMatchObject({ id: 2, answer: { current: 'local:1' } })
  })

  test('neither the response nor the log contains the request', async () => {
    const secret = 'a secret in a wrong place'
    const { error } = await raw.ask({ id: 1, call: 'newDataKey', args: [{ owner: secret }] })
    expect(error!.message).not.toContain(secret)
    expect(signer.log.join()).not.toContain(secret)
  })

  const closing: [string, Uint8Array][] = [
    ['a message that is not a request', encodeFrame({ hello: 'world' })],
    ['HTTP', Buffer.from('POST /keys HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['an oversized frame', Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])],
    ['random bytes', Buffer.from([0, 0, 0, 16, 0, 0, 0, 12, ...Array.from({ length: 12 }, (_, i) => 200 + i)])],
  ]
  test.each(closing)('%s closes the connection, and no other', async (_, bytes) => {
    raw.send(bytes)
    expect(await raw.nextAnswer()).toMatchObject({ id: -1, ...refusedAs('request_refused') })
    await raw.closed
    expect((await custody.status()).current).toBe('local:1')
  })

  test('a peer that disconnects in the middle of a frame affects no other connection', async () => {
    raw.send(encodeFrame({ id: 1, call: 'status', args: [] }).subarray(0, 20))
    raw.socket.destroy()
    expect((await custody.status()).current).toBe('local:1')
  })
})

test('a request too large for a frame is refused before it is sent', async () => {
  const wallet = await newWallet()
  await expect(custody.wallets.solanaMessage(wallet, Buffer.alloc(MAX_FRAME))).rejects.toMatchObject({
    code: 'request_refused',
  })
})

test('a flood of requests gets matching responses', async () => {
  const wallet = await newWallet()
  const texts = Array.from({ length: 1000 }, (_, index) => Buffer.from(`message ${index}`))
  const signatures = await Promise.all(texts.map((text) => custody.wallets.solanaMessage(wallet, text)))
  expect(new Set(signatures).size).toBe(1000)
  expect(await custody.wallets.solanaMessage(wallet, texts[500]!)).toBe(signatures[500])
})

describe('checks that only the signer can make', () => {
  test('a transaction is not signed as a message', async () => {
    const wallet = await newWallet()
    const secret = await custody.wallets.solanaExport(wallet)
    const payer = Keypair.fromSecretKey(base58.decode(secret))
    const transaction = new Transaction({
      recentBlockhash: base58.encode(Buffer.alloc(32, 7)),
      feePayer: payer.publicKey,
    })
    transaction.add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1 }),
    )
    await expect(custody.wallets.solanaMessage(wallet, transaction.serializeMessage())).rejects.toMatchObject({
      name: 'SolanaError',
      code: 'blind_signing',
    })
  })

  test('a wallet of another owner, chain or user does not open', async () => {
    const wallet = await newWallet()
    for (const wrong of [
      { ...wallet, owner: { ...wallet.owner, userId: randomUUID() } },
      { ...wallet, owner: { ...wallet.owner, appId: randomUUID() } },
      { ...wallet, chain: 'ethereum' as const },
    ])
      await expect(custody.wallets.solanaExport(wrong)).rejects.toMatchObject({ code: 'unseal_failed' })
  })

  test('S13: exports of an account are limited per hour over all connections', async () => {
    const own = await startTestSigner()
    const first = connectCustody(own.path)
    const second = connectCustody(own.path)
    const wallet = await newWallet(first)
    for (let shown = 0; shown < EXPORTS_PER_ACCOUNT; shown += 1) await first.wallets.solanaExport(wallet)
    await expect(second.wallets.solanaExport(wallet)).rejects.toMatchObject({
      code: 'exports_limited',
      retryAfter: 3600,
    })
    expect(await second.wallets.solanaExport(await newWallet(second))).toBeTruthy()
    expect(await second.wallets.solanaMessage(wallet, Buffer.from('still signs'))).toBeTruthy()
    await first.close()
    await second.close()
    await own.stop()
  })
})

test('known errors keep their class, and unforeseen ones carry no detail', async () => {
  const own = await startTestSigner((custody) => ({
    ...custody,
    status: async () => {
      throw new Error('with a secret in its message')
    },
  }))
  const keys = connectCustody(own.path)
  await expect(
    keys.openDataKey({ owner: 'server' }, { kekId: 'local:9', wrappedKey: Buffer.alloc(61) }),
  ).rejects.toEqual(
    expect.objectContaining({ name: 'CustodyError', code: 'kek_unknown', message: expect.stringContaining('local:9') }),
  )
  const said = await keys.status().then(
    () => '',
    ({ message }: Error) => message,
  )
  expect(said).toContain('failed')
  expect(said).not.toContain('secret')
  expect(own.log.join()).toContain('status failed')
  await keys.close()
  await own.stop()
})

test('only the owner can access the socket', async () => {
  expect((await stat(signer.path)).mode & 0o777).toBe(0o600)
})

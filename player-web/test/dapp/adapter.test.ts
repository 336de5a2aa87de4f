import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import type { Answer } from '../../src/features/dapp/bridge/envelope.ts'
import { createBridgeHarness, ORIGIN, flushPromises } from './bridge-harness.ts'

const PATIENCE = 5000

/** The dapp's side in the form of published adapters: a promise for each request, and legacy transactions only. */
const createAdapter = (post: (data: unknown) => void) => {
  const waiting = new Map<string, (payload: Record<string, unknown>) => void>()
  const request = (type: string, payload?: object): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID()
      const timer = setTimeout(() => reject(new Error('Request timeout')), PATIENCE)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        if (typeof answer['error'] === 'string') reject(new Error(answer['error']))
        else resolve(answer)
      })
      post(structuredClone({ target: 'iframe-wallet-adapter', id, type, ...(payload ? { payload } : {}) }))
    })
  return {
    receive: ({ target, id, payload }: Answer) => {
      if (target === 'iframe-wallet-adapter') waiting.get(String(id))?.(payload)
    },
    isInstalled: () => request('install').then(() => true),
    connect: async () => new PublicKey((await request('connect'))['publicKey'] as string),
    disconnect: () => request('disconnect'),
    signMessage: async (message: Uint8Array) =>
      Uint8Array.from((await request('signMessage', { message: Array.from(message) }))['signature'] as number[]),
    signTransaction: async (transaction: Transaction) => {
      const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
      const answer = await request('signTransaction', { transaction: Array.from(bytes) })
      return Transaction.from(answer['signedTransaction'] as number[])
    },
  }
}

/** A bridge with the test's own wallet, and an adapter in front of it; all posted messages are copied. */
const openPage = () => {
  const keys = Keypair.generate()
  const harness = createBridgeHarness({
    address: async () => keys.publicKey.toBase58(),
    signTransaction: async (transaction) => {
      const tx = Transaction.from(Buffer.from(transaction, 'base64'))
      tx.partialSign(keys)
      return tx.serialize({ requireAllSignatures: false }).toString('base64')
    },
  })
  const adapter = createAdapter((data) => harness.receive(data, { origin: ORIGIN }))
  const { push } = harness.posted
  harness.posted.push = (...answers) => {
    for (const answer of answers) adapter.receive(structuredClone(answer))
    return push.apply(harness.posted, answers)
  }
  return { keys, adapter, ...harness }
}

test('a published adapter finds the wallet, connects, signs and disconnects', async () => {
  const { adapter, keys, approve } = openPage()
  expect(await adapter.isInstalled()).toBe(true)
  const connecting = adapter.connect()
  await flushPromises()
  await approve()
  expect((await connecting).equals(keys.publicKey)).toBe(true)

  const signing = adapter.signMessage(new TextEncoder().encode('hello'))
  await flushPromises()
  await approve()
  expect((await signing).length).toBe(64)
  expect(await adapter.disconnect()).toEqual({})
})

test('an unsigned legacy transaction comes back signed, and a co-signed one keeps the other signature', async () => {
  const { adapter, keys, approve } = openPage()
  const connecting = adapter.connect()
  await flushPromises()
  await approve()
  await connecting
  const other = Keypair.generate()
  const recentBlockhash = Keypair.generate().publicKey.toBase58()
  const tx = new Transaction({ feePayer: other.publicKey, recentBlockhash }).add(
    SystemProgram.transfer({ fromPubkey: keys.publicKey, toPubkey: other.publicKey, lamports: 5 }),
  )
  tx.partialSign(other)
  const signing = adapter.signTransaction(tx)
  await flushPromises()
  await approve()
  const signed = await signing
  expect(signed.verifySignatures()).toBe(true)
  expect(signed.signatures).toHaveLength(2)
})

test('a rejection reaches the adapter as an error before its timeout', async () => {
  const { adapter, reject } = openPage()
  const connecting = adapter.connect().catch((error: Error) => error.message)
  await flushPromises()
  await reject()
  expect(await connecting).toBe('User rejected the request')
})

import { PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readBalance } from './balances.ts'
import { readBlockhash } from './blockhash.ts'
import { broadcast, rebroadcast } from './broadcast.ts'
import { buildSolTransfer } from './build-sol.ts'
import { readHistory } from './history.ts'
import { signTransaction } from './sign.ts'
import {
  legacyTransaction,
  newWallet,
  send,
  waitUntilSettled,
  startChain,
  startProxy,
  type TestWallet,
} from './solana.testing.ts'
import { statusOf } from './status.ts'

let chain: Awaited<ReturnType<typeof startChain>>
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.node.stop())

const signedTransfer = async (wallet: TestWallet, to: string, amount: string) => {
  const built = await buildSolTransfer(chain.rpc, { from: wallet.address, to, amount, maxPriorityFee: 0n })
  return { ...built, ...signTransaction(built.transaction, wallet.secret) }
}

const finalizedHeight = async (): Promise<number> => {
  const schema = z.object({ blockHeight: z.number() })
  return (await chain.rpc.call('getEpochInfo', [{ commitment: 'finalized' }], schema)).blockHeight
}

test('the id is known before the send, and sending twice moves funds once', async () => {
  const wallet = await chain.fundedWallet()
  const to = newWallet().address
  const { transaction, transactionId, lastValidBlockHeight } = await signedTransfer(wallet, to, '1000000')
  expect(await statusOf(chain.rpc, transactionId!, lastValidBlockHeight)).toEqual({ state: 'submitted' })
  expect(await broadcast(chain.rpc, transaction)).toBe(transactionId)
  expect(await waitUntilSettled(chain.rpc, transactionId!, lastValidBlockHeight)).toMatchObject({ state: 'confirmed' })
  expect(await broadcast(chain.rpc, transaction)).toBe(transactionId)
  expect(await readBalance(chain.rpc, to)).toBe(1_000_000n)
})

test('a transaction that fails on chain is failed, with its reason, and costs its fee', async () => {
  const wallet = await chain.fundedWallet()
  const [fromPubkey, toPubkey] = [wallet.keypair.publicKey, newWallet().keypair.publicKey]
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 5_000_000_000 })
  const status = await send(chain.rpc, await legacyTransaction(chain.rpc, wallet.address, transfer), wallet)
  expect(status).toMatchObject({ state: 'failed', reason: { message: expect.stringContaining('1') as string } })
  expect(await readBalance(chain.rpc, wallet.address)).toBe(1_000_000_000n - 5000n)
})

test('does not send a transaction without a signature', async () => {
  const [wallet, payer] = [newWallet(), newWallet()]
  const [fromPubkey, toPubkey] = [wallet.keypair.publicKey, payer.keypair.publicKey]
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1 })
  const { transaction } = await legacyTransaction(chain.rpc, payer.address, transfer)
  const partly = signTransaction(transaction, wallet.secret)
  await expect(broadcast(chain.rpc, partly.transaction)).rejects.toMatchObject({ code: 'invalid_transaction' })
})

describe('a transaction that was never confirmed', () => {
  test('is submitted until its last valid height, expired after it, and its funds can be sent again', async () => {
    const wallet = await chain.fundedWallet()
    const to = newWallet().address
    const first = await signedTransfer(wallet, to, '1000000')
    // Blocks come with time too, so the height decides what to expect. One in between the two readings allows both.
    for (let height = await finalizedHeight(); height <= first.lastValidBlockHeight; height = await finalizedHeight()) {
      const status = await statusOf(chain.rpc, first.transactionId!, first.lastValidBlockHeight)
      if ((await finalizedHeight()) <= first.lastValidBlockHeight) expect(status).toEqual({ state: 'submitted' })
      for (let block = 0; block < 10; block++) await chain.node.fund(newWallet().address, 1_000_000n)
    }
    expect(await statusOf(chain.rpc, first.transactionId!, first.lastValidBlockHeight)).toEqual({ state: 'expired' })
    const status = await rebroadcast(chain.rpc, { ...first, everyMs: 10 })
    expect(status).toEqual({ state: 'expired' })
    const second = await signedTransfer(wallet, to, '1000000')
    expect(await rebroadcast(chain.rpc, { ...second, everyMs: 10 })).toMatchObject({ state: 'confirmed' })
    expect(await readBalance(chain.rpc, to)).toBe(1_000_000n)
  })
})

test('rebroadcast resends a dropped transaction, and continues after a node outage', async () => {
  const wallet = await chain.fundedWallet()
  const to = newWallet().address
  const signed = await signedTransfer(wallet, to, '1000000')
  let sends = 0
  const proxy = await startProxy(chain.node.url, {
    sendTransaction: async () => {
      if (++sends > 2) await broadcast(chain.rpc, signed.transaction)
      return signed.transactionId
    },
  })
  try {
    expect(await rebroadcast(proxy.rpc(), { ...signed, everyMs: 20 })).toMatchObject({ state: 'confirmed' })
    expect(sends).toBeGreaterThanOrEqual(3)
  } finally {
    await proxy.stop()
  }
})

test('rebroadcast ends with its signal', async () => {
  const wallet = await chain.fundedWallet()
  const signed = await signedTransfer(wallet, newWallet().address, '1000000')
  const proxy = await startProxy(chain.node.url, { sendTransaction: () => signed.transactionId })
  const signal = AbortSignal.timeout(100)
  await expect(rebroadcast(proxy.rpc(), { ...signed, everyMs: 20, signal })).rejects.toThrow(/abort/i)
  await proxy.stop()
})

test('history is paged, newest first, and includes failures', async () => {
  const wallet = await chain.fundedWallet()
  const to = newWallet().address
  const ids: string[] = []
  for (const amount of ['1000000', '2000000', '3000000']) {
    const built = await buildSolTransfer(chain.rpc, { from: wallet.address, to, amount, maxPriorityFee: 0n })
    ids.unshift((await send(chain.rpc, built, wallet)).id)
  }
  const first = await readHistory(chain.rpc, to, { limit: 2 })
  expect(first.map(({ signature }) => signature)).toEqual(ids.slice(0, 2))
  expect(first[0]).toMatchObject({ failure: undefined, slot: expect.any(Number) as number })
  expect(Math.abs(first[0]!.at! - Date.now())).toBeLessThan(600_000)
  const second = await readHistory(chain.rpc, to, { limit: 2, before: ids[1]! })
  expect(second.map(({ signature }) => signature)).toEqual(ids.slice(2))
  const transfer = { fromPubkey: wallet.keypair.publicKey, toPubkey: new PublicKey(to), lamports: 5_000_000_000 }
  const failing = await legacyTransaction(chain.rpc, wallet.address, SystemProgram.transfer(transfer))
  await send(chain.rpc, failing, wallet)
  expect((await readHistory(chain.rpc, to, { limit: 1 }))[0]?.failure).toBeDefined()
  expect((await readBlockhash(chain.rpc)).lastValidBlockHeight).toBeGreaterThan(0)
})

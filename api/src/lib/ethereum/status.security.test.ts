import { deployToken, type TokenBehaviour } from '@openauth/localnet/evm-token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'
import { startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createEvmRpc } from './rpc.ts'
import { transactionHash } from './sign.ts'
import { statusOf } from './status.ts'
import { ETHER, newWallet, signTransfer, startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain('sepolia')
})
afterAll(() => harness.stop())

const signed = async () => {
  const [wallet, to] = [await harness.wallet(), newWallet().address]
  const { signed, transaction } = await signTransfer(harness.rpc, wallet, { to, amount: '1' })
  return { wallet, bytes: signed, hash: transactionHash(signed), nonce: transaction.nonce }
}

const changes: [TokenBehaviour, string][] = [
  ['returns_false', 'not_moved'],
  ['returns_true', 'not_moved'],
  ['reverts', 'reverted'],
]
test.each(changes)('a token that %s after signing: failed, %s, with the fee paid', async (behaviour, reason) => {
  const token = await deployToken(harness.url)
  const [wallet, to] = [await harness.wallet(), newWallet().address]
  await token.mint(wallet.address, 10n)
  const { signed, transaction } = await signTransfer(harness.rpc, wallet, { to, amount: '10', token: token.address })
  await token.behave(behaviour)
  const { hash } = await broadcast(harness.rpc, signed)
  await harness.mined(hash)
  const requestedMethods = {
    hash,
    nonce: transaction.nonce,
    from: wallet.address,
    transfer: { token: token.address, to },
  }
  const status = await statusOf(harness.rpc, requestedMethods)
  expect(status).toMatchObject({ state: 'failed', reason })
  expect([await token.balanceOf(to), await token.balanceOf(wallet.address)]).toEqual([0n, 10n])
  if (status.state === 'failed') expect(await harness.balance(wallet.address)).toBe(ETHER - status.fee)
})

test('rejects a receipt of another transaction and a malformed one', async () => {
  const [ours, theirs] = [await signed(), await signed()]
  await broadcast(harness.rpc, ours.bytes)
  await broadcast(harness.rpc, theirs.bytes)
  await Promise.all([harness.mined(ours.hash), harness.mined(theirs.hash)])
  const requestedMethods = { hash: ours.hash, nonce: ours.nonce, from: ours.wallet.address }
  const receipt = (await harness.rpc.call('eth_getTransactionReceipt', [theirs.hash])) as object
  for (const result of [
    receipt,
    { ...receipt, transactionHash: ours.hash },
    { ...receipt, from: ours.wallet.address },
    {},
    'yes',
    { ...receipt, status: '0x2' },
  ]) {
    const fakeAnswer = { result }
    const fake = await startFakeRpc(harness.url, ({ method }) =>
      method === 'eth_getTransactionReceipt' ? fakeAnswer : undefined,
    )
    const status = statusOf(createEvmRpc({ url: fake.url, chain: harness.chain }), requestedMethods)
    await expect(status).rejects.toMatchObject({ kind: 'malformed' })
    await fake.stop()
  }
})

test('a reorganized block makes a confirmed transaction pending until it is mined again', async () => {
  const { bytes, hash, wallet, nonce } = await signed()
  const requestedMethods = { hash, nonce, from: wallet.address }
  const before = await harness.rpc.call('evm_snapshot', [])
  await broadcast(harness.rpc, bytes)
  await harness.mined(hash)
  expect(await statusOf(harness.rpc, requestedMethods)).toMatchObject({ state: 'confirmed', final: false })
  await harness.rpc.call('evm_revert', [before])
  expect(['dropped', 'submitted']).toContain((await statusOf(harness.rpc, requestedMethods)).state)
  await broadcast(harness.rpc, bytes)
  await harness.mined(hash)
  expect(await statusOf(harness.rpc, requestedMethods)).toMatchObject({ state: 'confirmed' })
})

test('a mined transaction is not reported as replaced when receipts lag behind counts', async () => {
  const { bytes, hash, wallet, nonce } = await signed()
  await broadcast(harness.rpc, bytes)
  await harness.mined(hash)
  const fakeAnswer = { result: null }
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === 'eth_getTransactionReceipt' ? fakeAnswer : undefined,
  )
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain })
  expect(await statusOf(rpc, { hash, nonce, from: wallet.address })).toEqual({ state: 'submitted' })
  await fake.stop()
})

test('a transfer by another account or of another token in the same transaction does not count', async () => {
  const token = await deployToken(harness.url)
  const [wallet, to] = [await harness.wallet(), newWallet().address]
  await token.mint(wallet.address, 10n)
  const { signed, transaction } = await signTransfer(harness.rpc, wallet, { to, amount: '10', token: token.address })
  const { hash } = await broadcast(harness.rpc, signed)
  await harness.mined(hash)
  const sent = { hash, nonce: transaction.nonce, from: wallet.address }
  const moved = { token: token.address, to }
  expect(await statusOf(harness.rpc, { ...sent, transfer: moved })).toMatchObject({ state: 'confirmed', moved: 10n })
  for (const other of [{ token: newWallet().address }, { to: wallet.address }]) {
    const status = await statusOf(harness.rpc, { ...sent, transfer: { ...moved, ...other } })
    expect(status).toMatchObject({ state: 'failed', reason: 'not_moved' })
  }
  const receipt = (await harness.rpc.call('eth_getTransactionReceipt', [hash])) as { logs: { topics: string[] }[] }
  receipt.logs[0]!.topics[1] = `0x${'0'.repeat(24)}${newWallet().address.slice(2)}`
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === 'eth_getTransactionReceipt' ? { result: receipt } : undefined,
  )
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain })
  expect(await statusOf(rpc, { ...sent, transfer: moved })).toMatchObject({ reason: 'not_moved' })
  await fake.stop()
})

test('the paid fee includes a rollup’s data fee', async () => {
  const { bytes, hash, wallet, nonce } = await signed()
  await broadcast(harness.rpc, bytes)
  await harness.mined(hash)
  const requestedMethods = { hash, nonce, from: wallet.address }
  const receipt = (await harness.rpc.call('eth_getTransactionReceipt', [hash])) as object
  const fakeAnswer = { result: { ...receipt, l1Fee: '0x64' } }
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === 'eth_getTransactionReceipt' ? fakeAnswer : undefined,
  )
  const [without, withFee] = [
    await statusOf(harness.rpc, requestedMethods),
    await statusOf(createEvmRpc({ url: fake.url, chain: harness.chain }), requestedMethods),
  ]
  await fake.stop()
  if (without.state !== 'confirmed' || withFee.state !== 'confirmed') throw new Error(withFee.state)
  expect(withFee.fee - without.fee).toBe(100n)
})

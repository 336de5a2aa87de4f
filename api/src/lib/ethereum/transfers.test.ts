import { deployToken } from '@openauth/localnet/evm-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativeBalanceOf, tokenBalanceOf } from './balances.ts'
import { broadcast } from './broadcast.ts'
import { buildTransfer } from './build.ts'
import { signTransaction } from './sign.ts'
import { statusOf } from './status.ts'
import { ETHER, newWallet, sendTransfer, startChain, type TestChain } from './testing.ts'
import { transferOf } from './transfer-of.ts'
import { tokenTransfers } from './token-transfers.ts'

describe.each(['sepolia', 'moonbeam', 'base'] as const)('on %s', (name) => {
  let harness: TestChain
  beforeAll(async () => {
    harness = await startChain(name)
  })
  afterAll(() => harness.stop())

  test('native currency: the exact amount arrives, and the exact amount and fee leave', async () => {
    const [wallet, to] = [await harness.wallet(), newWallet().address]
    const { transaction, maxFee, sent, status, decimals } = await sendTransfer(harness.rpc, wallet, {
      to,
      amount: '12345',
    })
    expect(sent.outcome).toBe('sent')
    expect(transaction).toMatchObject({ chainId: harness.chain.chainId, nonce: 0, value: 12_345n, gasLimit: 21_000n })
    expect('maxFeePerGas' in transaction.fees).toBe(true)
    if (status.state !== 'confirmed') throw new Error(status.state)
    expect(status).toMatchObject({ confirmations: 1, final: false })
    expect(await harness.balance(to)).toBe(12_345n)
    expect(await harness.balance(wallet.address)).toBe(ETHER - 12_345n - status.fee)
    expect(status.fee > 0n && status.fee <= maxFee).toBe(true)
    expect(await nativeBalanceOf(harness.rpc, to)).toEqual({ token: undefined, amount: 12_345n, decimals })
  })

  test('sends the whole balance minus the fee', async () => {
    const [wallet, to] = [await harness.wallet(), newWallet().address]
    const { maxFee } = await buildTransfer(harness.rpc, { from: wallet.address, to, amount: '1', nonce: 0 })
    // Fixed fees, because each block changes the base fee.
    const fees = { maxFeePerGas: maxFee / 21_000n, maxPriorityFeePerGas: 1n }
    const amount = ETHER - maxFee
    const request = { from: wallet.address, to, nonce: 0, fees }
    const { transaction } = await buildTransfer(harness.rpc, { ...request, amount: String(amount) })
    await expect(buildTransfer(harness.rpc, { ...request, amount: String(amount + 1n) })).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
    await harness.mined((await broadcast(harness.rpc, signTransaction(transaction, wallet.secret))).hash)
    expect(await harness.balance(to)).toBe(amount)
  })

  test.each(['standard', 'no_return'] as const)('a token (%s): the exact amount moves', async (behaviour) => {
    const token = await deployToken(harness.url, { decimals: 6, behaviour })
    const [wallet, to] = [await harness.wallet(), newWallet().address]
    await token.mint(wallet.address, 1_000_000n)
    const request = { to, amount: '999999', token: token.address }
    const { transaction, decimals, status } = await sendTransfer(harness.rpc, wallet, request)
    expect(decimals).toBe(6)
    expect(transferOf(transaction)).toEqual({ to, amount: 999_999n, token: transaction.to })
    if (status.state !== 'confirmed') throw new Error(status.state)
    expect(status.moved).toBe(999_999n)
    expect([await token.balanceOf(to), await token.balanceOf(wallet.address)]).toEqual([999_999n, 1n])
    expect(await harness.balance(wallet.address)).toBe(ETHER - status.fee)
    expect(await tokenBalanceOf(harness.rpc, to, token.address)).toMatchObject({ amount: 999_999n, decimals: 6 })
    const history = { address: to, fromBlock: 0, toBlock: status.block, token: token.address }
    const [transfer, ...others] = await tokenTransfers(harness.rpc, history)
    expect(transfer).toMatchObject({ from: wallet.address.toLowerCase(), amount: 999_999n, block: status.block })
    expect(others).toEqual([])
  })

  test('an outcome is final after the chain’s number of blocks', async () => {
    const wallet = await harness.wallet()
    const { ask } = await sendTransfer(harness.rpc, wallet, { to: newWallet().address, amount: '1' })
    await harness.mine(harness.chain.finalAfter - 2)
    expect(await ask()).toMatchObject({ confirmations: harness.chain.finalAfter - 1, final: false })
    await harness.mine()
    expect(await ask()).toMatchObject({ confirmations: harness.chain.finalAfter, final: true })
  })
})

describe('details', () => {
  let harness: TestChain
  beforeAll(async () => {
    harness = await startChain('mainnet')
  })
  afterAll(() => harness.stop())

  test('50 transfers built concurrently with given nonces are all mined once, in order', async () => {
    const [wallet, to] = [await harness.wallet(), newWallet().address]
    await harness.automine(false)
    const sent = await Promise.all(
      Array.from({ length: 50 }, async (_, nonce) => {
        const request = { from: wallet.address, to, amount: String(nonce + 1), nonce }
        const { transaction } = await buildTransfer(harness.rpc, request)
        return { nonce, ...(await broadcast(harness.rpc, signTransaction(transaction, wallet.secret))) }
      }),
    )
    expect(sent.every(({ outcome }) => outcome === 'sent')).toBe(true)
    await harness.automine(true)
    await harness.mine()
    await Promise.all(sent.map(({ hash }) => harness.mined(hash)))
    const states = await Promise.all(sent.map((each) => statusOf(harness.rpc, { ...each, from: wallet.address })))
    expect(states.map(({ state }) => state)).toEqual(Array.from({ length: 50 }, () => 'confirmed'))
    const blocks = states.map((status) => (status.state === 'confirmed' ? status.block : 0))
    expect(blocks.toSorted((one, other) => one - other)).toEqual(blocks)
    expect(await harness.balance(to)).toBe(1275n)
  })

  test('a contract may receive tokens, and native currency if it accepts it', async () => {
    const token = await deployToken(harness.url)
    const vault = (await deployToken(harness.url)).address
    const wallet = await harness.wallet()
    await token.mint(wallet.address, 5n)
    const { status } = await sendTransfer(harness.rpc, wallet, { to: vault, amount: '5', token: token.address })
    expect([status.state, await token.balanceOf(vault)]).toEqual(['confirmed', 5n])
    // The token's code reverts on unknown calls; a contract of one STOP accepts everything.
    const refused = buildTransfer(harness.rpc, { from: wallet.address, to: vault, amount: '1', nonce: 1 })
    await expect(refused).rejects.toMatchObject({ code: 'reverted' })
    await harness.rpc.call('anvil_setCode', [vault, '0x00'])
    const native = await sendTransfer(harness.rpc, wallet, { to: vault, amount: '1' })
    expect([native.status.state, await harness.balance(vault)]).toEqual(['confirmed', 1n])
  })

  test('a transfer to oneself appears once in the history', async () => {
    const token = await deployToken(harness.url)
    const wallet = await harness.wallet()
    await token.mint(wallet.address, 5n)
    const { status } = await sendTransfer(harness.rpc, wallet, {
      to: wallet.address,
      amount: '5',
      token: token.address,
    })
    if (status.state !== 'confirmed') throw new Error(status.state)
    const range = { fromBlock: status.block - 1, toBlock: status.block }
    const found = await tokenTransfers(harness.rpc, { address: wallet.address, ...range })
    expect(found.map(({ amount, from }) => [amount, from])).toEqual([
      [5n, `0x${'0'.repeat(40)}`],
      [5n, wallet.address.toLowerCase()],
    ])
    await expect(tokenTransfers(harness.rpc, { address: wallet.address, fromBlock: 0, toBlock: 1000 })).rejects.toThrow(
      RangeError,
    )
  })
})

test('the fee includes a rollup’s data fee', async () => {
  const harness = await startChain('base')
  // An oracle that returns 4 × 10^15 for every call.
  await harness.rpc.call('anvil_setCode', [harness.chain.dataFeeOracle, '0x660e35fa931a000060005260206000f3'])
  const [wallet, to] = [await harness.wallet(), newWallet().address]
  const { transaction, maxFee } = await buildTransfer(harness.rpc, { from: wallet.address, to, amount: '1', nonce: 0 })
  const fees = transaction.fees as { maxFeePerGas: bigint }
  expect(maxFee).toBe(21_000n * fees.maxFeePerGas + 5n * 10n ** 15n)
  const tooMuch = String(ETHER - 4n * 10n ** 15n)
  const refused = buildTransfer(harness.rpc, { from: wallet.address, to, amount: tooMuch, nonce: 0 })
  await expect(refused).rejects.toMatchObject({ code: 'insufficient_balance' })
  await harness.stop()
})

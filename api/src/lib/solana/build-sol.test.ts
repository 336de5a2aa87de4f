import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance } from './balances.ts'
import { buildSolTransfer } from './build-sol.ts'
import { decodeTransaction } from './decode.ts'
import { simulateTransaction } from './simulate.ts'
import { newWallet, send, startChain, startProxy } from './solana.testing.ts'

let chain: Awaited<ReturnType<typeof startChain>>
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.node.stop())

const maxPriorityFee = 10_000n
const RENT_MINIMUM = 890_880n

const build = (from: string, to: string, amount: string) =>
  buildSolTransfer(chain.rpc, { from, to, amount, maxPriorityFee })

test('transfers the exact lamports, and the sender pays amount and fee', async () => {
  const wallet = await chain.fundedWallet(1_000_000_000n)
  const to = newWallet().address
  const built = await build(wallet.address, to, '123456789')
  expect(built.fee).toBe(5000n)
  expect(await send(chain.rpc, built, wallet)).toMatchObject({ state: 'confirmed' })
  expect(await readBalance(chain.rpc, to)).toBe(123_456_789n)
  expect(await readBalance(chain.rpc, wallet.address)).toBe(1_000_000_000n - 123_456_789n - 5000n)
})

test('decodes to the requested transfer, and its compute unit limit suffices', async () => {
  const wallet = await chain.fundedWallet()
  const to = newWallet().address
  const { transaction } = await build(wallet.address, to, '1000000')
  const decoded = await decodeTransaction(chain.rpc, transaction, wallet.address)
  expect(decoded).toMatchObject({
    version: 'legacy',
    feePayer: wallet.address,
    fee: 5000n,
    needsWallet: true,
    flags: [],
  })
  expect(decoded.effects).toEqual([
    { kind: 'sol_transfer', from: wallet.address, to, lamports: 1_000_000n, instruction: 1, ours: true },
  ])
  const simulation = await simulateTransaction(chain.rpc, transaction, wallet.address)
  expect(simulation).toMatchObject({ failure: undefined, lamports: -1_005_000n, tokens: [], reassigned: false })
})

test('the whole balance can be sent', async () => {
  const wallet = await chain.fundedWallet(5_000_000n)
  const to = newWallet().address
  const built = await build(wallet.address, to, '4995000')
  expect(await send(chain.rpc, built, wallet)).toMatchObject({ state: 'confirmed' })
  expect(await readBalance(chain.rpc, wallet.address)).toBe(0n)
})

test.each([
  ['more than the balance', '1000000001'],
  ['the whole balance without the fee', '1000000000'],
  ['all but an amount below the rent', '999994000'],
  ['the largest amount', '18446744073709551615'],
])('%s is insufficient_balance', async (_, amount) => {
  const wallet = await chain.fundedWallet(1_000_000_000n)
  await expect(build(wallet.address, newWallet().address, amount)).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
})

test('a wallet that was never funded has insufficient_balance', async () => {
  await expect(build(newWallet().address, newWallet().address, '1000000')).rejects.toMatchObject({
    code: 'insufficient_balance',
    message: expect.stringContaining('has 0 lamports') as string,
  })
})

test.each([
  '0',
  '-1',
  '1.5',
  '1e9',
  '',
  ' 1',
  '1 ',
  '+1',
  '01',
  '0x10',
  '१',
  '1n',
  '18446744073709551616',
  '9'.repeat(5000),
])('the amount %j is invalid_amount', async (amount) => {
  const { address } = newWallet()
  await expect(build(address, newWallet().address, amount)).rejects.toMatchObject({ code: 'invalid_amount' })
})

test('a first amount below the rent of a new account is invalid_amount, on chain too', async () => {
  const wallet = await chain.fundedWallet()
  const to = newWallet().address
  await expect(build(wallet.address, to, String(RENT_MINIMUM - 1n))).rejects.toMatchObject({ code: 'invalid_amount' })
  await send(chain.rpc, await build(wallet.address, to, String(RENT_MINIMUM)), wallet)
  expect(await send(chain.rpc, await build(wallet.address, to, '1'), wallet)).toMatchObject({ state: 'confirmed' })
  expect(await readBalance(chain.rpc, to)).toBe(RENT_MINIMUM + 1n)
})

test.each(['', 'nobody', '0'.repeat(44), '1'.repeat(31), '1'.repeat(33), 'a'.repeat(100_000)])(
  'a recipient %# is invalid_address',
  async (to) => {
    await expect(build(newWallet().address, to, '1000000')).rejects.toMatchObject({ code: 'invalid_address' })
  },
)

test('rejects a program as recipient', async () => {
  const wallet = await chain.fundedWallet()
  const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  await expect(build(wallet.address, program, '1000000')).rejects.toMatchObject({ code: 'invalid_address' })
})

test('rejects a transfer to the wallet itself', async () => {
  const { address } = await chain.fundedWallet()
  await expect(build(address, address, '1000000')).rejects.toMatchObject({ code: 'own_address' })
})

test('the priority fee follows the chain up to the given maximum', async () => {
  const wallet = await chain.fundedWallet()
  let price = 2_000_000
  const proxy = await startProxy(chain.node.url, {
    getRecentPrioritizationFees: () =>
      [1, 1, price, price].map((prioritizationFee, slot) => ({ slot, prioritizationFee })),
  })
  try {
    const options = { from: wallet.address, to: newWallet().address, amount: '1000000', maxPriorityFee }
    const cheap = await buildSolTransfer(proxy.rpc(), options)
    expect(cheap.fee).toBe(5000n + 1000n)
    price = Number.MAX_SAFE_INTEGER
    const dear = await buildSolTransfer(proxy.rpc(), options)
    expect(dear.fee).toBe(5000n + maxPriorityFee)
    expect((await decodeTransaction(chain.rpc, dear.transaction, wallet.address)).fee).toBe(dear.fee)
    expect(await send(chain.rpc, dear, wallet)).toMatchObject({ state: 'confirmed' })
    const left = 1_000_000_000n - 1_000_000n - 5000n - maxPriorityFee
    expect(await readBalance(chain.rpc, wallet.address)).toBe(left)
  } finally {
    await proxy.stop()
  }
})

import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken, type EvmToken } from '@openauth/localnet/evm-token'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint } from '@openauth/localnet/solana-tokens'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEthereumAddress } from '../../../../lib/ethereum/addresses.testing.ts'
import { evmChains } from '../../../../lib/ethereum/chains.ts'
import { noPublicNodes } from '../../../../testing.ts'
import {
  type FaultProxy,
  type SendHarness,
  startFaultProxy,
  startSendHarness,
  waitForStatuses,
} from '../../../wallets/testing.ts'

let solana: SolanaNode
let evm: EvmNode
let proxy: FaultProxy
let mint: Mint
let token: EvmToken
let harness: SendHarness
let user: Awaited<ReturnType<SendHarness['user']>>

beforeAll(async () => {
  ;[solana, evm] = await Promise.all([startSolana(), startEvm({ chainId: evmChains.sepolia.chainId })])
  proxy = await startFaultProxy(evm.url)
  harness = await startSendHarness({
    ...noPublicNodes,
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: proxy.url,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
  })
  user = await harness.user()
  await solana.fund(user.solana, 2_000_000_000n)
  await evm.fund(user.ethereum, 10n ** 18n)
  mint = await createMint(solana, { holders: { [user.solana]: 2500n } })
  token = await deployToken(evm.url)
  await token.mint(user.ethereum, 900n)
})
afterAll(async () => {
  await harness.stop()
  proxy.close()
  await Promise.all([solana.stop(), evm.stop()])
})

const newTask = async (check: object): Promise<string> => {
  const path = `/admin/apps/${harness.app.id}/game/tasks`
  const body = { title: 'On chain', reward: 100, check }
  const answer = await harness.server.send('POST', path, { token: harness.adminToken, body })
  expect([answer.status, answer.body.message]).toEqual([201, undefined])
  return answer.body.data.id
}
const verify = (taskId: string) =>
  harness.server.send('POST', '/api/verify-action', { token: user.token, body: { taskId } })
const resultOf = async (check: object) => (await verify(await newTask(check))).body.data

describe('hold', () => {
  test.each([
    ['lamports', () => ({ network: 'solana', amount: '1000000000' }), () => ({ amount: '3000000000' })],
    ['an SPL token', () => ({ network: 'solana', token: mint.address, amount: '2500' }), () => ({ amount: '2501' })],
    ['wei', () => ({ network: 'sepolia', amount: '1000' }), () => ({ amount: `1${'0'.repeat(30)}` })],
    ['an ERC-20 token', () => ({ network: 'sepolia', token: token.address, amount: '900' }), () => ({ amount: '901' })],
  ])('%s, as the chain says', async (_, enough, more) => {
    const check = { kind: 'hold', ...enough() }
    expect(await resultOf(check)).toMatchObject({ status: 'completed', isNew: true })
    expect(await resultOf({ ...check, ...more() })).toMatchObject({ status: 'started', reason: 'not_enough' })
  })

  test('a token that is none, and a network without a node, are for the operator', async () => {
    const none = await newTask({ kind: 'hold', network: 'sepolia', token: newEthereumAddress(), amount: '1' })
    expect((await verify(none)).body).toMatchObject({ code: 'task_misconfigured' })
    const elsewhere = await newTask({ kind: 'hold', network: 'base', amount: '1' })
    expect((await verify(elsewhere)).body).toMatchObject({
      code: 'task_misconfigured',
      message: /no RPC endpoint of base/,
    })
  })

  test('a node that does not answer pays nothing, and the task stays open', async () => {
    const id = await newTask({ kind: 'hold', network: 'sepolia', amount: '1' })
    proxy.drop.add('eth_getBalance')
    const { status, body, headers } = await verify(id)
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'task_check_failed', true])
    proxy.drop.clear()
    expect((await verify(id)).body.data).toMatchObject({ status: 'completed' })
  })
})

describe('send', () => {
  test('a confirmed transfer of SOL since the task began, big enough, to the address', async () => {
    const address = Keypair.generate().publicKey.toBase58()
    const send = (amount: string) => user.client.solana.sendToken({ address, token: 'SOL', amount })
    await send('5000000')
    await waitForStatuses(user, ['confirmed'])
    const check = { kind: 'send', network: 'solana', amount: '2000000', toAddress: address }
    const [id, other] = [await newTask(check), await newTask({ ...check, toAddress: user.solana })]
    // The transfer from before the task does not count, nor does one that is too small.
    expect((await verify(id)).body.data).toMatchObject({ status: 'started', reason: 'no_send' })
    await send('1999999')
    expect((await verify(id)).body.data).toMatchObject({ reason: 'no_send' })
    await send('2000000')
    expect((await verify(id)).body.data).toMatchObject({ status: 'started', reason: 'not_confirmed' })
    await waitForStatuses(user, ['confirmed'])
    expect((await verify(id)).body.data).toMatchObject({ status: 'completed', isNew: true })
    expect((await verify(other)).body.data).toMatchObject({ reason: 'no_send' })
  })

  test('an ERC-20 token, and a ledger whose chain does not have the transaction', async () => {
    const toAddress = newEthereumAddress()
    const check = { kind: 'send', network: 'sepolia', token: token.address, amount: '50' }
    const [id, native] = [await newTask(check), await newTask({ ...check, token: null })]
    const call = { chainName: 'sepolia', toAddress, amount: '50', tokenAddress: token.address } as const
    await user.client.ethereum.sendToken(call)
    await waitForStatuses(user, ['confirmed'])
    // The chain is asked again: here it no longer has the transaction.
    proxy.replies.set('eth_getTransactionReceipt', { result: null })
    proxy.replies.set('eth_getTransactionByHash', { result: null })
    expect((await verify(id)).body.data).toMatchObject({ status: 'started', reason: 'not_confirmed' })
    proxy.replies.clear()
    expect((await verify(id)).body.data).toMatchObject({ status: 'completed' })
    expect((await verify(native)).body.data).toMatchObject({ reason: 'no_send' })
  })
})

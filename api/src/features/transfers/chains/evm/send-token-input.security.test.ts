import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken, type EvmToken } from '@openauth/localnet/evm-token'
import { parseEther } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evmChains } from '../../../../lib/ethereum/chains.ts'
import { ledgerOf, startFaultProxy, type SendHarness, startSendHarness } from '../../../wallets/testing.ts'
import { newEthereumAddress } from '../../../../lib/ethereum/addresses.testing.ts'

let node: EvmNode
let harness: SendHarness
let token: EvmToken

beforeAll(async () => {
  node = await startEvm({ chainId: evmChains.sepolia.chainId })
  harness = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: node.url })
  token = await deployToken(node.url)
})
afterAll(async () => {
  await harness.stop()
  await node.stop()
})

const fundedUser = async () => {
  const user = await harness.user()
  await node.fund(user.ethereum, parseEther('1'))
  return user
}
const body = (more: object = {}) => ({
  chainName: 'sepolia' as const,
  rpcUrl: node.url,
  toAddress: newEthereumAddress(),
  amount: '1000',
  ...more,
})

describe('bad input', () => {
  test.each([
    [{ toAddress: 'nonsense' }, 'invalid_address'],
    [{ toAddress: `0x${'0'.repeat(40)}` }, 'invalid_address'],
    [{ toAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5a', '5A') }, 'invalid_address'],
    [{ amount: '0' }, 'invalid_amount'],
    [{ amount: '-5' }, 'invalid_amount'],
    [{ amount: '1.5' }, 'invalid_amount'],
    [{ amount: '0x10' }, 'invalid_amount'],
    [{ amount: '9'.repeat(79) }, 'invalid_amount'],
    [{ amount: '9'.repeat(77) }, 'insufficient_balance'],
    [{ amount: String(parseEther('1')) }, 'insufficient_balance'],
    [{ tokenAddress: 'USDC' }, 'invalid_address'],
    [{ tokenAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'token_not_supported'],
    [{ rpcUrl: 'http://169.254.169.254/' }, 'rpc_not_allowed'],
    [{ chainName: 'mainnet' }, 'rpc_not_allowed'],
    [{ chainName: 'ropsten' }, 'invalid_input'],
  ])('%j is refused, and nothing changes', async (change, code) => {
    const user = await fundedUser()
    const answer = await harness.server.send('POST', '/user/ethereum/send-token', {
      token: user.token,
      body: { ...body(), ...change },
    })
    expect([answer.status < 500, answer.body.code]).toEqual([true, code])
    expect(await ledgerOf(user)).toEqual([])
  })

  test('a send of a token without a balance is refused with insufficient_balance', async () => {
    const user = await fundedUser()
    const input = body({ tokenAddress: token.address, amount: '1' })
    await expect(user.client.ethereum.sendToken(input)).rejects.toMatchObject({ code: 'insufficient_balance' })
  })

  test.each<[string, unknown, number, string]>([
    ['is rate-limited', { status: 429 }, 502, 'chain_unavailable'],
    ['answers HTML', { status: 200 }, 502, 'chain_answer_unusable'],
    ['is of another chain', { result: '0x1' }, 502, 'chain_answer_unusable'],
  ])('a node that %s causes its error and no row in the ledger', async (_what, answer, status, code) => {
    const user = await fundedUser()
    const fresh = await startFaultProxy(node.url)
    const other = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: fresh.url })
    fresh.replies.set('eth_chainId', answer)
    const stranger = await other.user()
    await node.fund(stranger.ethereum, parseEther('1'))
    const sent = await other.server.send('POST', '/user/ethereum/send-token', {
      token: stranger.token,
      body: body({ rpcUrl: fresh.url }),
    })
    expect([sent.status, sent.body.code]).toEqual([status, code])
    expect(await ledgerOf(stranger)).toEqual([])
    await other.stop()
    fresh.close()
    expect(await ledgerOf(user)).toEqual([])
  })
})

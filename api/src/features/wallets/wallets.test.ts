import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken, type EvmToken } from '@openauth/localnet/evm-token'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint } from '@openauth/localnet/solana-tokens'
import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { type SendHarness, startSendHarness, waitForStatuses } from './testing.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

let solana: SolanaNode
let evm: EvmNode
let vara: VaraNode
let mint: Mint
let token: EvmToken
let harness: SendHarness
let user: Awaited<ReturnType<SendHarness['user']>>

beforeAll(async () => {
  ;[solana, evm, vara] = await Promise.all([
    startSolana(),
    startEvm({ chainId: evmChains.sepolia.chainId }),
    startVara(),
  ])
  harness = await startSendHarness({
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: vara.url,
    OPENAUTH_EVM_BSC_RPC_URLS: 'off',
  })
  user = await harness.user()
  await solana.fund(user.solana, 1_000_000_000n)
  await evm.fund(user.ethereum, 10n ** 18n)
  await vara.fund(user.vara, 7_000_000_000_000n)
  mint = await createMint(solana, { holders: { [user.solana]: 2500n } })
  token = await deployToken(evm.url)
  await token.mint(user.ethereum, 900n)
})
afterAll(async () => {
  await harness.stop()
  await Promise.all([solana.stop(), evm.stop(), vara.stop()])
})

describe('balances', () => {
  test('of Solana include every token, of EVM chains the requested ones, of Vara the native one', async () => {
    expect(await user.client.wallets.balances({ network: 'solana' })).toEqual({
      address: user.solana,
      balances: [
        { token: null, amount: '1000000000', decimals: 9, symbol: 'SOL' },
        { token: mint.address, amount: '2500', decimals: 6, symbol: null },
      ],
    })
    const onEvm = await user.client.wallets.balances({ network: 'sepolia', tokens: token.address })
    expect(onEvm.address).toBe(user.ethereum)
    expect(onEvm.balances).toMatchObject([
      { token: null, amount: String(10n ** 18n), decimals: 18, symbol: 'ETH' },
      { amount: '900', decimals: token.decimals },
    ])
    expect(await user.client.wallets.balances({ network: 'vara' })).toMatchObject({
      balances: [{ token: null, amount: '7000000000000', decimals: 12, symbol: 'VARA' }],
    })
  })

  test('can be read by a partner for users of its own app only', async () => {
    const path = `/app/users/${user.id}/wallets/balances?network=solana`
    expect((await harness.server.send('GET', path, { token: harness.app.secret })).body.data.address).toBe(user.solana)
    for (const what of ['balances', 'history']) {
      const foreign = path.replace('balances', what)
      expect((await harness.server.send('GET', foreign, { token: harness.other.secret })).status).toBe(404)
    }
  })

  test('can be read by an admin for any user, a disabled one too, but not under another app', async () => {
    const { server, adminToken, app, other } = harness
    const admin = server.as(adminToken)
    const disabled = await harness.user()
    const where = { appId: app.id, id: disabled.id, network: 'solana' } as const
    await admin.users.disable({ appId: app.id, id: disabled.id })
    expect(await admin.adminWallets.balances(where)).toMatchObject({
      address: disabled.solana,
      balances: [{ token: null, amount: '0', symbol: 'SOL' }],
    })
    expect(await admin.adminWallets.history(where)).toEqual([])
    const refusal = { status: 404, code: 'user_not_found' }
    await expect(admin.adminWallets.balances({ ...where, appId: other.id })).rejects.toMatchObject(refusal)
    await expect(admin.adminWallets.history({ ...where, appId: other.id })).rejects.toMatchObject(refusal)
  })

  test.each([
    ['?network=dogecoin', 400, 'invalid_input'],
    ['', 400, 'invalid_input'],
    ['?network=bsc', 403, 'rpc_not_allowed'],
    ['?network=solana&rpcUrl=http://169.254.169.254/', 403, 'rpc_not_allowed'],
    ['?network=sepolia&tokens=nonsense', 400, 'invalid_address'],
    ['?network=sepolia&tokens=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 400, 'token_not_supported'],
    [`?network=sepolia&tokens=${Array.from({ length: 21 }, (_, index) => index).join(',')}`, 400, 'invalid_input'],
  ])('%s is refused', async (query, status, code) => {
    const { status: is, body } = await harness.server.send('GET', `/user/wallets/balances${query}`, {
      token: user.token,
    })
    expect([is, body.code]).toEqual([status, code])
  })
})

describe('history', () => {
  test('of a network that has none but the ledger asks no other node either', async () => {
    const where = { network: 'vara', rpcUrl: 'http://169.254.169.254/' } as const
    await expect(user.client.wallets.history(where)).rejects.toMatchObject({ status: 403, code: 'rpc_not_allowed' })
  })

  test('has outgoing and incoming transfers, newest first, with the ids of the ledger', async () => {
    const to = Keypair.generate().publicKey.toBase58()
    const { signature } = await user.client.solana.sendToken({ address: to, token: 'SOL', amount: '4000000' })
    const { signature: ofToken } = await user.client.solana.sendToken({
      address: to,
      token: mint.address,
      amount: '500',
    })
    const toAddress = newEthereumAddress()
    const onEvm = await user.client.ethereum.sendToken({
      chainName: 'sepolia',
      toAddress,
      amount: '100',
      tokenAddress: token.address,
    })
    const onVara = await user.client.vara.sendMessage({
      destination: `0x${'ab'.repeat(32)}`,
      payload: 'hi',
      value: '5',
    })
    const rows = await waitForStatuses(user, ['confirmed'])
    const idOf = (hash: string) => rows.find((row) => row.signature === hash)!.id

    const solanaHistory = await user.client.wallets.history({ network: 'solana' })
    expect(solanaHistory.slice(0, 2)).toMatchObject([
      { signature: ofToken, token: mint.address, change: '-500', counterparty: to, transactionId: idOf(ofToken) },
      { signature, token: null, failed: false, counterparty: to, transactionId: idOf(signature) },
    ])
    expect(BigInt(solanaHistory[1]!.change!)).toBeLessThan(-4_000_000n)
    // The initial airdrop.
    expect(solanaHistory.at(-1)).toMatchObject({ change: '1000000000', transactionId: null })
    const older = await user.client.wallets.history({ network: 'solana', before: signature })
    expect(older.map((entry) => entry.signature)).not.toContain(signature)

    await token.mint(user.ethereum, 50n)
    const evmHistory = await user.client.wallets.history({ network: 'sepolia' })
    expect(evmHistory).toContainEqual(
      expect.objectContaining({ signature: onEvm.signature, change: '-100', counterparty: toAddress }),
    )
    expect(await user.client.wallets.history({ network: 'vara' })).toMatchObject([
      { signature: onVara.signature, change: '-5', token: null },
    ])
  })
})

test('calls that read a chain are limited per user', async () => {
  const few = await startSendHarness({ OPENAUTH_VARA_RPC_URLS: vara.url, OPENAUTH_RATE_LIMIT_SCALE: '0.01' })
  const one = await few.user()
  const statuses = []
  for (let turn = 0; turn < 8; turn += 1) {
    const { status } = await few.server.send('GET', '/user/wallets/balances?network=vara', { token: one.token })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  await few.stop()
})

import { readFile } from 'node:fs/promises'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken } from '@openauth/localnet/evm-token'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { createMint } from '@openauth/localnet/solana-tokens'
import { getAddress } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../api/src/testing.ts'
import { evmChains } from '../../api/src/lib/ethereum/chains.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const RECIPIENT = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

let solana: SolanaNode
let evm: EvmNode
let harness: ConsoleHarness
let appId: string
let user: TestUser
let mint: string
let contract: string

const sendTokens = async (): Promise<void> => {
  const { solWallet, ethWallet } = await user.client.account.wallets()
  await Promise.all([solana.fund(solWallet, 10n ** 9n), evm.fund(ethWallet, 10n ** 18n)])
  mint = (await createMint(solana, { decimals: 3, holders: { [solWallet]: 5000n } })).address
  const coin = await deployToken(evm.url, { decimals: 8 })
  contract = getAddress(coin.address)
  await coin.mint(ethWallet, 250_000_000n)
  await user.client.solana.sendToken({ address: RECIPIENT, token: mint, amount: '1250' })
  const to = { chainName: 'sepolia', rpcUrl: evm.url, toAddress: `0x${'11'.repeat(20)}` } as const
  await user.client.ethereum.sendToken({ ...to, tokenAddress: contract, amount: '250000000' })
}

beforeAll(async () => {
  ;[solana, evm] = await Promise.all([startSolana(), startEvm({ chainId: evmChains.sepolia.chainId })])
  const environment = { OPENAUTH_SOLANA_RPC_URLS: solana.url, OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url }
  harness = await openConsole('/apps', { environment })
  const { server, adminToken } = harness
  appId = (await createTestApp(server, adminToken, 'Tokens')).id
  user = await signInAs(server, appId, 'sender')
  await sendTokens()
  await harness.admin.knownTokens.set({ appId, network: 'sepolia', address: contract, symbol: '=COIN', name: 'Coin' })
  // A send of before decimals were recorded.
  await server.resources.db.prisma.transaction.create({
    data: {
      appId,
      userId: user.id,
      chain: 'solana',
      network: 'solana',
      kind: 'transfer',
      token: mint,
      amount: '77',
      status: 'expired',
      settledAt: new Date(),
      fromAddress: RECIPIENT,
      rpcUrl: solana.url,
    },
  })
})
afterAll(async () => {
  await harness?.stop()
  await Promise.all([solana?.stop(), evm?.stop()])
})

const shortMint = () => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/** The file of the list: its titles, and the lines by title. */
const exported = async (): Promise<Record<string, string>[]> => {
  const button = harness.page.getByRole('button', { name: 'Export CSV' })
  const [download] = await Promise.all([harness.page.waitForEvent('download'), button.click()])
  const [titles, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  const names = titles!.replace('\uFEFF', '').split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at]!, value])))
}

test('sends of tokens have decimal amounts with the vouched symbol or the address; an older one its raw units', async () => {
  const { page } = harness
  await harness.go('/transactions')
  await expectText(page, '2.5 =COIN')
  await expectText(page, `1.25 ${shortMint()}`)
  const row = page.getByRole('row').filter({ hasText: '2.5 =COIN' })
  await row.getByTitle(`2.5 =COIN · ${contract}`).waitFor()
  await row.getByRole('button', { name: 'Copy Token' }).waitFor()
  await expectText(page, `77 raw units of ${shortMint()}`)
  expect([await harness.overflow(), await harness.axe()]).toEqual([0, []])
  await harness.shoot('token-amounts')
})

test('the details of a send of a token link to the explorer’s page of the token', async () => {
  const { page } = harness
  await harness.go('/transactions')
  await page.getByRole('row').filter({ hasText: '2.5 =COIN' }).press('Enter')
  const panel = page.getByRole('dialog', { name: '2.5 =COIN' })
  const link = panel.getByRole('link', { name: contract })
  expect(await link.getAttribute('href')).toBe(`https://sepolia.etherscan.io/address/${contract}`)
  await harness.shoot('token-amounts-details')
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: '77 raw units' }).press('Enter')
  const ofMint = page.getByRole('dialog').getByRole('link', { name: mint })
  expect(await ofMint.getAttribute('href')).toBe(`https://explorer.solana.com/address/${mint}`)
  await harness.shoot('token-amounts-details-raw')
  await page.keyboard.press('Escape')
})

test('the file has smallest units, decimals and the decimal amount; a symbol is no formula', async () => {
  await harness.go('/transactions')
  const rows = await exported()
  expect(rows).toMatchObject([
    { amount: '77', decimals: '', decimalAmount: '', symbol: '', token: mint },
    { amount: '250000000', decimals: '8', decimalAmount: '2.5', symbol: "'=COIN", token: contract },
    { amount: '1250', decimals: '3', decimalAmount: '1.25', symbol: '', token: mint },
  ])
})

test('a symbol that turns the text around, is long or is markup does not pass for one', async () => {
  const { page, server } = harness
  const short = `${contract.slice(0, 4)}…${contract.slice(-4)}`
  const setSymbol = (symbol: string) =>
    server.resources.db.prisma.knownToken.update({
      where: { appId_network_address: { appId, network: 'sepolia', address: contract.toLowerCase() } },
      data: { symbol },
    })
  for (const symbol of ['\u202Ecba', 'US\u200BDC', 'W'.repeat(10_000)]) {
    await setSymbol(symbol)
    await harness.open('/transactions')
    await expectText(page, `2.5 ${short}`)
    expect(await harness.overflow()).toBe(0)
  }
  const markup = '<i onclick="x">W'
  await setSymbol(markup)
  await harness.open('/transactions')
  await page
    .getByRole('row')
    .filter({ hasText: `2.5 ${markup}` })
    .press('Enter')
  await page.getByRole('dialog', { name: `2.5 ${markup}` }).waitFor()
  expect(await page.locator('i[onclick]').count()).toBe(0)
  await harness.shoot('token-amounts-markup')
})

import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { JsonRpcProvider, Wallet } from 'ethers'
import { createServer, type AddressInfo } from 'node:net'
import { Keyring } from '@polkadot/keyring'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chains, startChains } from '../src/chains.ts'
import { devAccounts } from '../src/dev-accounts.ts'

let chains: Chains
let solana: Connection
let ethereum: JsonRpcProvider
beforeAll(async () => {
  chains = await startChains({ evmChainId: 11_155_111 })
  solana = new Connection(chains.solana.url, 'confirmed')
  ethereum = new JsonRpcProvider(chains.evm.url, undefined, { cacheTimeout: -1 })
})
afterAll(async () => {
  ethereum.destroy()
  await chains.stop()
})

const newAddresses = () => ({
  solana: Keypair.generate().publicKey.toBase58(),
  ethereum: Wallet.createRandom().address,
  vara: new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromUri(`//${Math.random()}`).address,
})

const holdingsOf = async (addresses: ReturnType<typeof newAddresses>) => ({
  lamports: await solana.getBalance(new PublicKey(addresses.solana)),
  spl: await solana
    .getTokenAccountBalance(new PublicKey(chains.mint.accountOf(addresses.solana)))
    .then(({ value }) => value.uiAmountString),
  wei: await ethereum.getBalance(addresses.ethereum),
  erc20: await chains.token.balanceOf(addresses.ethereum),
  planck: chains.vara.balanceOf(addresses.vara),
})

const allowance = { lamports: 1e9, spl: '100', wei: 10n ** 18n, erc20: 10n ** 20n, planck: 100n * 10n ** 12n }

const post = async (body: string) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${chains.faucetUrl}/fund`, { method: 'POST', headers, body })
  return { status: response.status, answer: (await response.json()) as { message?: string } }
}

test('the tokens are at the same addresses at every start, and the development accounts hold them', async () => {
  expect(chains.mint.address).toBe('5FKsinfFVw4PpbDe6fyzPYxZzfVxyVhMYZhgrik2F16F')
  expect(chains.token.address.toLowerCase()).toBe('0x5fbdb2315678afecb367f032d93f642f64180aa3')
  expect(await chains.token.balanceOf(devAccounts.evm.address)).toBe(10n ** 24n)
  const account = new PublicKey(chains.mint.accountOf(devAccounts.solana.address))
  expect((await solana.getTokenAccountBalance(account)).value).toMatchObject({ uiAmountString: '1000000', decimals: 6 })
  expect((await ethereum.getNetwork()).chainId).toBe(11_155_111n)
})

test('the faucet fills an address up on every chain, once', async () => {
  const addresses = newAddresses()
  const first = await post(JSON.stringify(addresses))
  expect(first).toMatchObject({ status: 200, answer: { solana: { lamports: '1000000000', tokens: '100000000' } } })
  expect(await holdingsOf(addresses)).toEqual(allowance)
  expect(await chains.fund(addresses)).toEqual({
    solana: { lamports: '0', tokens: '0' },
    ethereum: { wei: '0', tokens: '0' },
    vara: { planck: '0' },
  })
  expect(await holdingsOf(addresses)).toEqual(allowance)
})

test('the faucet gives no address more for asking often at a time', async () => {
  const addresses = newAddresses()
  await Promise.all(Array.from({ length: 5 }, () => chains.fund(addresses)))
  expect(await holdingsOf(addresses)).toEqual(allowance)
})

test('the faucet leaves the development account its nonces', async () => {
  const before = await ethereum.getTransactionCount(devAccounts.evm.address)
  await chains.fund({ ethereum: newAddresses().ethereum })
  expect(await ethereum.getTransactionCount(devAccounts.evm.address)).toBe(before)
})

test.each([
  ['{"solana":"nope"}', '"nope" is no solana address.'],
  ['{"ethereum":"0x12"}', '"0x12" is no ethereum address.'],
  ['{"vara":"5Grw"}', '"5Grw" is no vara address.'],
  ['{"vara":7}', '7 is no vara address.'],
  ['{"doge":"x"}', 'There is no chain doge, only solana, ethereum, vara.'],
  ['{}', 'Name an address of solana, ethereum, vara.'],
  ['[]', 'Name an address of solana, ethereum, vara.'],
])('the faucet refuses %s', async (body, message) => {
  expect(await post(body)).toMatchObject({ status: 400, answer: { message } })
})

test('a bad address keeps the faucet from giving anything', async () => {
  const { solana: address } = newAddresses()
  expect((await post(JSON.stringify({ solana: address, vara: 'x' }))).status).toBe(400)
  expect(await solana.getBalance(new PublicKey(address))).toBe(0)
})

test('the faucet says where everything is', async () => {
  expect(await (await fetch(chains.faucetUrl)).json()).toMatchObject({
    solana: { url: chains.solana.url, mint: { address: chains.mint.address } },
    ethereum: { url: chains.evm.url, chainId: 11_155_111, token: { address: chains.token.address } },
    vara: { url: chains.vara.url },
  })
})

test.each(['evm', 'solana', 'vara', 'faucet'] as const)(
  'a taken port of %s is told of, and nothing stays',
  async (name) => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    await expect(startChains({ ports: { [name]: port } })).rejects.toThrow(
      new RegExp(`Port ${port}, which .* needs, is in use. Is npm run localnet or npm run dev running already?`),
    )
    await new Promise((resolve) => taken.close(resolve))
  },
)

import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { base58 } from '@scure/base'
import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, SystemProgram, Transaction } from '@solana/web3.js'
import { JsonRpcProvider, parseEther, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeyring, openWalletSecret } from '../../custody/testing.ts'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { storedWallet } from '../transfers/stored-wallet.ts'
import { type SendHarness, startSendHarness } from './testing.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

let solana: SolanaNode
let evm: EvmNode
let harness: SendHarness
beforeAll(async () => {
  solana = await startSolana()
  evm = await startEvm({ chainId: evmChains.sepolia.chainId })
  harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: solana.url, OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url })
})
afterAll(async () => {
  await harness.stop()
  await Promise.all([solana.stop(), evm.stop()])
})

test('an exported Solana key works in @solana/web3.js and controls the same funds', async () => {
  await harness.server.as(harness.adminToken).apps.update({ id: harness.app.id, privateKeyExportEnabled: true })
  const user = await harness.user()
  await solana.fund(user.solana, 1_000_000_000n)
  const pair = Keypair.fromSecretKey(base58.decode(await user.client.solana.privateKey()))
  expect(pair.publicKey.toBase58()).toBe(user.solana)
  const connection = new Connection(solana.url, { commitment: 'confirmed', wsEndpoint: solana.wsUrl })
  const to = Keypair.generate().publicKey
  const pay = SystemProgram.transfer({ fromPubkey: pair.publicKey, toPubkey: to, lamports: 5_000_000 })
  await sendAndConfirmTransaction(connection, new Transaction().add(pay), [pair])
  expect(await connection.getBalance(to)).toBe(5_000_000)
  const { balances } = await user.client.wallets.balances({ network: 'solana' })
  expect(BigInt(balances[0]!.amount)).toBe(BigInt(await connection.getBalance(new PublicKey(user.solana))))
})

test('a stored Ethereum key works in ethers, and both use the same sequence of nonces', async () => {
  const user = await harness.user()
  await evm.fund(user.ethereum, parseEther('1'))
  const owner = { appId: harness.app.id, userId: user.id }
  const keys = await openKeyring(harness.server.settings.custody.keyringFile)
  const secret = await openWalletSecret(keys, owner, await storedWallet(harness.server.resources, owner, 'ethereum'))
  const provider = new JsonRpcProvider(evm.url, undefined, { cacheTimeout: -1 })
  const wallet = new Wallet(`0x${secret.toString('hex')}`, provider)
  expect(wallet.address).toBe(user.ethereum)
  const to = newEthereumAddress()
  await (await wallet.sendTransaction({ to, value: 7n })).wait()
  await user.client.ethereum.sendToken({ chainName: 'sepolia', toAddress: to, amount: '8' })
  await (await wallet.sendTransaction({ to, value: 9n, nonce: 2 })).wait()
  expect(await provider.getBalance(to)).toBe(24n)
  provider.destroy()
})

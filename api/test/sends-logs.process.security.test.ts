import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import { startEvm } from '@openauth/localnet/evm'
import { startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFaultProxy } from '../src/features/wallets/testing.ts'
import { evmChains } from '../src/lib/ethereum/chains.ts'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, startProcess } from './server-process.ts'
import { newEthereumAddress } from '../src/lib/ethereum/addresses.testing.ts'

const API_KEY = 'k3y-0f-th3-rpc-pr0vid3r'

test('secrets in logs: sends, refusals and an export log neither private keys nor the API key of an RPC endpoint', async () => {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const [solana, evm] = await Promise.all([startSolana(), startEvm({ chainId: evmChains.sepolia.chainId })])
  onTestFinished(async () => void (await Promise.all([solana.stop(), evm.stop()])))
  const proxies = await Promise.all([solana, evm].map(({ url }) => startFaultProxy(url)))
  onTestFinished(() => proxies.forEach((proxy) => proxy.close()))
  const [solanaUrl, evmUrl] = proxies.map(({ url }) => `${url}v2/${API_KEY}`) as [string, string]
  const running = await startProcess({
    DATABASE_URL: database.url,
    OPENAUTH_DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    OPENAUTH_SOLANA_RPC_URLS: solanaUrl,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evmUrl,
  })
  onTestFinished(async () => void (await endProcess(running)))
  const as = (token?: string) => createClient(fetchTransport({ baseUrl: running.url, token: () => token }))
  await as().setup.create(adminCredentials)
  const admin = as((await as().setup.login(adminCredentials)).token)
  const { id: appId } = await admin.apps.create({ name: 'Logs' })
  await admin.apps.update({ id: appId, privateKeyExportEnabled: true })
  const { token } = await as().login.username({ appId, username: 'ada', password: 'analytical', type: 'register' })
  const user = as(token)
  const { solWallet, ethWallet } = await user.account.wallets()
  await solana.fund(solWallet, 1_000_000_000n)
  await evm.fund(ethWallet, 10n ** 18n)

  const answers: string[] = []
  const onSolana = { address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' }
  const onEvm = { chainName: 'sepolia' as const, toAddress: newEthereumAddress(), amount: '1000' }
  const note = (error: unknown) => void answers.push(JSON.stringify(error), String(error))
  for (const broken of [false, true]) {
    for (const proxy of proxies)
      if (broken) proxy.replies.set('getEpochInfo', { status: 500 }).set('eth_chainId', { status: 500 })
    for (const method of ['sendTransaction', 'eth_sendRawTransaction'])
      for (const proxy of proxies)
        if (broken) proxy.replies.set(method, { error: { code: -32000, message: `no ${API_KEY}` } })
    await user.solana.sendToken(onSolana).catch(note)
    await user.ethereum.sendToken(onEvm).catch(note)
  }
  const key = await user.solana.privateKey()
  await vi.waitFor(() => expect(running.output()).toContain('a transaction could not be monitored'), 120_000)
  answers.push(JSON.stringify(await user.transactions.list()))
  await endProcess(running)
  const written = running.output()
  for (const secret of [API_KEY, key, token, 'analytical']) expect(written.includes(secret)).toBe(false)
  expect(answers.length).toBeGreaterThan(2)
  expect(answers.join('\n')).not.toContain(API_KEY)
})

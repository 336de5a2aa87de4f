import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { createFaucet } from '../src/faucet.ts'
import { startChains } from '../src/chains.ts'
import { startSolana } from '../src/solana.ts'
import { callRpc } from '../src/json-rpc.ts'
import { devAccounts } from '../src/dev-accounts.ts'
import { solanaEngines } from './engines.ts'
import { close, freePort, listenOn, portOf } from './free-port.ts'

test.runIf(solanaEngines.includes('surfpool' as never))(
  'L1: surfpool runs past the thousand events that its channel holds',
  async () => {
    const node = await startSolana({ engine: 'surfpool', slotTimeMs: 2 })
    const slot = () => callRpc(node.url, 'getSlot', []) as Promise<number>
    await expect.poll(slot, { timeout: 120_000 }).toBeGreaterThan(2_000)
    await node.stop()
  },
)

test('L1: a chain that is lost is told of and runs again with its tokens; the faucet gives on', async () => {
  const messages: string[] = []
  const ports = { evm: await freePort(), solana: await freePort() }
  const chains = await startChains({ ports, keepAlive: { tell: (line) => messages.push(line), every: 50 } })
  const address = devAccounts.evm.address
  const payee = Keypair.generate().publicKey.toBase58()
  await chains.fund({ solana: payee })
  const balance = async () => ((await callRpc(chains.solana.url, 'getBalance', [payee])) as { value: number }).value
  expect(await balance()).toBeGreaterThan(0)
  await chains.evm.stop()
  await chains.solana.stop()
  await expect.poll(() => messages.filter((line) => line.endsWith('runs again.')).length, { timeout: 120_000 }).toBe(2)
  expect(messages.toSorted()).toEqual([
    `Solana at ${chains.solana.url} does not answer any more; it is started again, as a new chain.`,
    `Solana at ${chains.solana.url} runs again.`,
    `The EVM chain at ${chains.evm.url} does not answer any more; it is started again, as a new chain.`,
    `The EVM chain at ${chains.evm.url} runs again.`,
  ])
  expect(await balance()).toBe(0)
  expect(await chains.token.balanceOf(address)).toBe(10n ** 24n)
  const given = await chains.fund({ solana: payee, ethereum: address })
  expect(given).toMatchObject({ solana: { tokens: '100000000' } })
  await chains.stop()
  await expect(callRpc(chains.evm.url, 'eth_chainId', [])).rejects.toThrow('no answer')
})

test('L1: the faucet answers though a chain hangs', async () => {
  const silent = await listenOn(0)
  const asked = once(silent, 'connection') as Promise<[Socket]>
  const url = `http://127.0.0.1:${portOf(silent)}`
  const chains = await startChains()
  const faucet = createFaucet({ ...chains, evm: { ...chains.evm, url } }, 300)
  const { address } = devAccounts.evm
  await expect(faucet({ ethereum: address })).rejects.toMatchObject({ statusCode: 504 })
  expect(await faucet({ solana: devAccounts.solana.address })).toMatchObject({ solana: { lamports: '0' } })
  await chains.stop()
  ;(await asked)[0].destroy()
  await close(silent)
})

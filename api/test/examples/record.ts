import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, type Example, listRoutes } from '@openauth/client'
import { startEvm } from '@openauth/localnet/evm'
import { startIdentityWorld } from '@openauth/localnet/identity'
import { startSolana } from '@openauth/localnet/solana'
import { startVara } from '@openauth/localnet/vara'
import { expect, test } from 'vitest'
import { createLoginWorld } from '../../src/features/login/testing.ts'
import { evmChains } from '../../src/lib/ethereum/chains.ts'
import { root } from '../../src/paths.ts'
import { testServer } from '../../src/testing.ts'
import { createRecorder } from './recorder.ts'
import { type ExampleWorld, scenarios } from './scenarios.ts'
import { createStabilizer } from './stable.ts'

const folder = join(root, 'client/examples')

const startWorld = async (): Promise<ExampleWorld & { calls: Map<string, Example> }> => {
  const world = await startIdentityWorld()
  const [solana, evm, vara] = await Promise.all([
    startSolana(),
    startEvm({ chainId: evmChains.sepolia.chainId }),
    startVara(),
  ])
  const saltFolder = await mkdtemp(join(tmpdir(), 'openauth-salt-'))
  const salt = join(saltFolder, 'salt')
  await writeFile(salt, 'salt of the old deployment\n', { mode: 0o600 })
  const started = await testServer({
    ...world.environment,
    OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
    OPENAUTH_LEGACY_SALT_FILE: salt,
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: vara.url,
  })
  const { as, calls } = createRecorder()
  const server = { ...started, as: as(started.url) }
  const stop = async () => {
    await server.stop()
    await Promise.all([world.stop(), solana.stop(), evm.stop(), vara.stop()])
    await rm(saltFolder, { recursive: true, force: true })
  }
  return { ...(await createLoginWorld(server, world)), ...{ calls, solana, evm, vara, stop } }
}

const write = async (calls: Map<string, Example>) => {
  const stabilize = createStabilizer()
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) await rm(join(folder, file))
  for (const group of Object.keys(contract)) {
    const verbs = listRoutes(contract).filter((route) => route.group === group)
    const examples = verbs.map(({ verb }) => [verb, stabilize(calls.get(`${group}.${verb}`))])
    await writeFile(join(folder, `${group}.json`), `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`)
  }
}

test('records an example of every operation', async () => {
  const world = await startWorld()
  for (const scenario of Object.values(scenarios)) await scenario(world)
  await world.stop()
  const missing = listRoutes(contract)
    .map(({ group, verb }) => `${group}.${verb}`)
    .filter((id) => !world.calls.has(id))
  expect(missing).toEqual([])
  await write(world.calls)
}, 300_000)

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, Example } from '@openauth/client'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { startIdentityWorld } from '@openauth/localnet/identity'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { createLoginWorld, type LoginWorld } from '../../src/features/login/testing.ts'
import { evmChains } from '../../src/lib/ethereum/chains.ts'
import { noPublicNodes, testServer } from '../../src/testing.ts'
import { createRecorder } from './recorder.ts'

/** A server, the providers around it, and the chains that it sends to. */
export interface ExampleWorld extends LoginWorld {
  solana: SolanaNode
  evm: EvmNode
  vara: VaraNode
  /** The origin of the console, at a name of the server's host. */
  page: string
  /** The client of a page there. */
  pageAs: (token?: string) => Client
}

/** Starts them. `calls` has an example of every route that was called. */
export const startExampleWorld = async (): Promise<ExampleWorld & { calls: Map<string, Example> }> => {
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
    ...noPublicNodes,
    OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
    OPENAUTH_LOG_TAIL: 'on',
    OPENAUTH_CONSOLE: 'on',
    OPENAUTH_LEGACY_SALT_FILE: salt,
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: vara.url,
  })
  const { as, calls } = createRecorder()
  const server = { ...started, as: as(started.url) }
  const page = started.url.replace('127.0.0.1', 'localhost')
  const stop = async () => {
    await server.stop()
    await Promise.all([world.stop(), solana.stop(), evm.stop(), vara.stop()])
    await rm(saltFolder, { recursive: true, force: true })
  }
  return { ...(await createLoginWorld(server, world)), calls, solana, evm, vara, page, pageAs: as(page, page), stop }
}

import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { callRpc } from './json-rpc.ts'
import { notInstalled, packageFor, type PlatformPackages } from './packages.ts'

const VERSION = '1.7.1'
const START_TIMEOUT_MS = 10_000
const STOP_TIMEOUT_MS = 2_000

/** The optional dependencies of @foundry-rs/anvil. */
const packages: PlatformPackages = {
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'win32-x64': '@foundry-rs/anvil-win32-amd64',
}

type Anvil = ChildProcessByStdio<null, Readable, Readable>

export interface EvmOptions {
  port?: number
  chainId?: number
  /** Such as 'berlin', the last one without EIP-1559. The default is anvil's latest. */
  hardfork?: string
}

export interface EvmNode {
  /** HTTP and WebSocket JSON-RPC use the same port. */
  url: string
  chainId: number
  /** Adds wei to an account's balance. */
  fund: (address: string, wei: bigint) => Promise<void>
  stop: () => Promise<void>
}

const anvilPath = (): string => {
  const name = packageFor('anvil', packages)
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch (cause) {
    throw notInstalled('anvil', name, VERSION, cause)
  }
}

/** Resolves with host and port once anvil prints them; rejects with its last output if it ends before. */
const listening = (child: Anvil, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => reject(new Error(`anvil did not start on port ${port}: ${reason}`))
    const timer = setTimeout(() => fail(`no answer within ${START_TIMEOUT_MS / 1000} seconds`), START_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const host = /Listening on (\S+)/.exec(output)?.[1]
      if (!host) return
      clearTimeout(timer)
      child.stdout.off('data', read)
      // Anvil logs every request: an unread pipe would fill up and halt it.
      child.stdout.resume()
      resolve(host)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => fail(error.message))
    child.once('close', () => {
      clearTimeout(timer)
      fail(output.trim().split('\n').at(-1) ?? 'it ended at once')
    })
  })

const ended = (child: Anvil): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
  })

const end = async (child: Anvil): Promise<void> => {
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.kill('SIGTERM')
  await ended(child)
  clearTimeout(timer)
}

/**
 * Starts an EVM chain on loopback: anvil (https://getfoundry.sh/anvil), a new chain each time, with a block per
 * transaction. Its ten accounts of the phrase `test test … junk` hold 10,000 ether each.
 */
export const startEvm = async ({ port = 0, chainId = 31_337, hardfork }: EvmOptions = {}): Promise<EvmNode> => {
  const options = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)]
  if (hardfork !== undefined) options.push('--hardfork', hardfork)
  const child = spawn(anvilPath(), options, { stdio: ['ignore', 'pipe', 'pipe'] })
  const endWithParent = () => child.kill('SIGKILL')
  process.once('exit', endWithParent)
  const stop = async () => {
    await end(child)
    process.off('exit', endWithParent)
  }
  const host = await listening(child, port).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const url = `http://${host}`
  return {
    url,
    chainId,
    // https://getfoundry.sh/anvil/reference/#custom-methods
    fund: async (address, wei) => void (await callRpc(url, 'anvil_addBalance', [address, `0x${wei.toString(16)}`])),
    stop,
  }
}

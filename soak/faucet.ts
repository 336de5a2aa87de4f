import type { Wallets } from '@openauth/client'
import type { Recorder } from './recorder.ts'
import type { World } from './world.ts'

/** The tokens of the chains on loopback. */
export interface Tokens {
  /** The address of a mint on Solana. */
  mint: string
  /** The address of a contract on the EVM chain. */
  token: string
}

/** The faucet answers within 20 s or with 504. Milliseconds. */
const TIMEOUT = 30_000

const ask = async <T>(url: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT), ...init })
  if (!response.ok) throw new Error(`status ${response.status}, answer ${await response.text()}`)
  return (await response.json()) as T
}

export const readTokens = async ({ faucetUrl }: World): Promise<Tokens> => {
  const { solana, ethereum } = await ask<{
    solana: { mint: { address: string } }
    ethereum: { token: { address: string } }
  }>(faucetUrl)
  return { mint: solana.mint.address, token: ethereum.token.address }
}

/** Fills a user's wallets: 1 SOL, 1 ether, 100 VARA, and 100 of each token. */
export const fund = (recorder: Recorder, { faucetUrl }: World, wallets: Wallets): Promise<unknown> => {
  const { solWallet: solana, ethWallet: ethereum, dotWallet: vara } = wallets
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ solana, ethereum, vara })
  return recorder.timed('faucet', () => ask(`${faucetUrl}/fund`, { method: 'POST', headers, body }))
}

import { callRpc } from './json-rpc.ts'

export interface SolanaNode {
  url: string
  /** Subscriptions. With a fixed port it is the next one, where clients look for it by default. */
  wsUrl: string
  /** Adds lamports to an account's balance by an airdrop: at least 890,880, what an empty account must hold. */
  fund: (address: string, lamports: bigint) => Promise<void>
  /** Whether it has surfpool's `surfnet_setAccount`. */
  canWriteAccounts?: true
  stop: () => Promise<void>
}

/** Asks a node for lamports. Throws with its message where it refuses. */
export const airdrop = async (url: string, address: string, lamports: bigint): Promise<void> => {
  // JSON carries no bigint, and a number beyond 2^53 would be another amount.
  if (lamports > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('Fund at most 2^53 - 1 lamports at a time')
  await callRpc(url, 'requestAirdrop', [address, Number(lamports)])
}

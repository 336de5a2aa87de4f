import type { SignedExtrinsic } from './chain.ts'

/** https://paritytech.github.io/polkadot-sdk/master/sc_transaction_pool_api/enum.TransactionStatus.html */
export type Status = 'future' | 'ready' | 'invalid' | { usurped: string } | { inBlock: string } | { finalized: string }

export interface Pending {
  extrinsic: SignedExtrinsic
  /** The first block that can no longer include it. */
  expiresAtBlock?: number | undefined
  statuses: Status[]
  watchers: Set<(status: Status) => void>
}

/** Adds a status, unless it is the last one already, and tells it to all watchers. */
export const tell = (pending: Pending, status: Status): void => {
  if (pending.statuses.at(-1) === status) return
  pending.statuses.push(status)
  for (const watch of pending.watchers) watch(status)
}

/** What waits for a block: by signer and nonce, of which there is one each, and by hash. */
export const createQueue = () => {
  const byHash = new Map<string, Pending>()
  const bySigner = new Map<string, Map<number, Pending>>()

  const remove = (pending: Pending, status: Status): void => {
    const { hash, signed } = pending.extrinsic
    byHash.delete(hash)
    bySigner.get(signed.signer)?.delete(signed.nonce)
    if (bySigner.get(signed.signer)?.size === 0) bySigner.delete(signed.signer)
    tell(pending, status)
  }

  /** Those of a signer that follow a nonce without a gap, in order. */
  function* following(signer: string, nonce: number): Generator<Pending> {
    for (let next = nonce; ; next += 1) {
      const pending = bySigner.get(signer)?.get(next)
      if (!pending) return
      yield pending
    }
  }

  return {
    get: (hash: string) => byHash.get(hash),
    with: (signer: string, nonce: number) => bySigner.get(signer)?.get(nonce),
    all: (): Pending[] => [...byHash.values()],
    signers: (): string[] => [...bySigner.keys()],
    following,
    add: (pending: Pending): void => {
      const { hash, signed } = pending.extrinsic
      byHash.set(hash, pending)
      const nonces = bySigner.get(signed.signer) ?? new Map<number, Pending>()
      bySigner.set(signed.signer, nonces.set(signed.nonce, pending))
    },
    remove,
  }
}

export type Queue = ReturnType<typeof createQueue>

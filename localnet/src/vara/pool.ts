import { accountIn } from './accounts.ts'
import type { Block, Chain, SignedExtrinsic } from './chain.ts'
import { decodeExtrinsic, type Extrinsic } from './extrinsic.ts'
import { createQueue, tell, type Pending, type Status } from './queue.ts'
import { poolErrors } from './rpc-error.ts'
import type { Layer } from './storage.ts'
import { checkAccount, checkSignature, expiryBlockOf } from './validity.ts'

/** How long submissions are gathered before they become a block. */
const BLOCK_DELAY_MS = 5

/** Blocks are final at once, but finality is announced later, as on a real chain. */
const FINALIZED_DELAY_MS = 100

const decode = (hex: string): Extrinsic => {
  try {
    return decodeExtrinsic(hex)
  } catch (cause) {
    throw poolErrors.undecodable(cause instanceof Error ? cause.message : String(cause))
  }
}

const createTimers = () => {
  const timers = new Set<NodeJS.Timeout>()
  return {
    later: (milliseconds: number, act: () => void): void => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, milliseconds)
      timers.add(timer)
    },
    stop: (): void => timers.forEach((timer) => clearTimeout(timer)),
  }
}

/** The transaction pool: holds submitted extrinsics and triggers block production. */
export const createPool = (chain: Chain) => {
  const queue = createQueue()
  const banned = new Set<string>()
  const { later, stop } = createTimers()
  let isHeld = false
  let isScheduled = false

  const nonceOf = (signer: string): number => accountIn(chain.view(), signer).nonce
  /** A signer's extrinsics whose nonces follow the one on the chain, in nonce order. */
  const executableOf = (signer: string): Pending[] => [...queue.following(signer, nonceOf(signer))]
  const ready = (): Pending[] => queue.signers().flatMap(executableOf)

  /** Another one with the same nonce stays unless this one tips more. */
  const usurp = ({ hash, signed }: SignedExtrinsic): void => {
    const other = queue.with(signed.signer, signed.nonce)
    if (!other) return
    const { tip } = other.extrinsic.signed
    if (signed.tip <= tip) throw poolErrors.lowPriority(tip, signed.tip)
    queue.remove(other, { usurped: hash })
  }

  /** Each in its turn, as long as the block's state allows it. */
  function* valid(layer: Layer, included: Pending[]): Generator<SignedExtrinsic> {
    for (const signer of queue.signers())
      for (const pending of queue.following(signer, nonceOf(signer))) {
        try {
          checkAccount(layer, pending.extrinsic)
        } catch {
          queue.remove(pending, 'invalid')
          break
        }
        // An account that ended before its turn came has no nonce any more.
        if (accountIn(layer, signer).nonce !== pending.extrinsic.signed.nonce) break
        included.push(pending)
        yield pending.extrinsic
      }
  }

  const dropDead = (): void => {
    for (const pending of queue.all())
      if (pending.expiresAtBlock !== undefined && pending.expiresAtBlock <= chain.blocks.length)
        queue.remove(pending, 'invalid')
  }

  const makeBlock = (): Block => {
    const included: Pending[] = []
    dropDead()
    const block = chain.makeBlock((layer) => (isHeld ? [] : valid(layer, included)))
    for (const pending of included) {
      banned.add(pending.extrinsic.hash)
      queue.remove(pending, { inBlock: block.hash })
    }
    if (included.length > 0)
      later(FINALIZED_DELAY_MS, () => included.forEach((pending) => tell(pending, { finalized: block.hash })))
    return block
  }

  /** Sees to a block with those. */
  const schedule = (now: Pending[]): void => {
    for (const pending of now) tell(pending, 'ready')
    if (isHeld || isScheduled || now.length === 0) return
    isScheduled = true
    later(BLOCK_DELAY_MS, () => {
      isScheduled = false
      makeBlock()
      schedule(ready())
    })
  }

  const check = (hex: string): SignedExtrinsic => {
    const extrinsic = decode(hex)
    if (queue.get(extrinsic.hash)) throw poolErrors.imported(extrinsic.hash)
    if (banned.has(extrinsic.hash)) throw poolErrors.banned()
    try {
      const checked = checkSignature(chain, extrinsic)
      checkAccount(chain.view(), checked)
      return checked
    } catch (error) {
      // As a Substrate node does, which does not look at the same bytes again for half an hour.
      banned.add(extrinsic.hash)
      throw error
    }
  }

  return {
    /** Throws why it is refused; otherwise returns the hash it is pending under. */
    submit: (hex: string): string => {
      const extrinsic = check(hex)
      usurp(extrinsic)
      const expiresAtBlock = expiryBlockOf(extrinsic, chain.blocks.length)
      const pending: Pending = { extrinsic, expiresAtBlock, statuses: [], watchers: new Set() }
      queue.add(pending)
      const now = executableOf(extrinsic.signed.signer)
      if (!now.includes(pending)) tell(pending, 'future')
      schedule(now)
      return extrinsic.hash
    },
    /** Calls the watcher with all statuses so far, then with each new one; returns a function that ends that. */
    watch: (hash: string, watcher: (status: Status) => void): (() => void) => {
      const pending = queue.get(hash)
      if (!pending) return () => {}
      pending.statuses.forEach(watcher)
      pending.watchers.add(watcher)
      return () => void pending.watchers.delete(watcher)
    },
    /** The nonce after those that are on the chain or follow them here without a gap. */
    nextNonce: (signer: string): number => nonceOf(signer) + executableOf(signer).length,
    pending: (): string[] => ready().map(({ extrinsic }) => extrinsic.hex),
    makeBlock,
    hold: (): void => {
      isHeld = true
    },
    release: (): void => {
      isHeld = false
      schedule(ready())
    },
    stop,
  }
}

export type Pool = ReturnType<typeof createPool>

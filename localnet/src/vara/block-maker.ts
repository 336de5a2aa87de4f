import { accountIn } from './accounts.ts'
import type { Block, Chain, SignedExtrinsic } from './chain.ts'
import { tell, type Pending, type Queue } from './queue.ts'
import type { Layer } from './storage.ts'
import { checkAccount } from './validity.ts'

/** How long submissions are gathered before they become a block. */
const BLOCK_DELAY_MS = 5

/** Blocks are final at once, but finality is announced later, as on a real chain. */
const FINALIZED_DELAY_MS = 100

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

/** The nonce of a signer on the chain. */
export const nonceOf = (chain: Chain, signer: string): number => accountIn(chain.view(), signer).nonce

/** A signer's extrinsics whose nonces follow the one on the chain, in nonce order. */
export const executableOf = (chain: Chain, queue: Queue, signer: string): Pending[] => [
  ...queue.following(signer, nonceOf(chain, signer)),
]

/** Each in its turn, as long as the block's state allows it. */
function* valid(chain: Chain, queue: Queue, layer: Layer, included: Pending[]): Generator<SignedExtrinsic> {
  for (const signer of queue.signers())
    for (const pending of queue.following(signer, nonceOf(chain, signer))) {
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

/** Drops those that no block from now on may include. */
const dropExpired = (chain: Chain, queue: Queue): void => {
  for (const pending of queue.all())
    if (pending.expiresAtBlock !== undefined && pending.expiresAtBlock <= chain.blocks.length)
      queue.remove(pending, 'invalid')
}

/** Makes blocks of the extrinsics that wait. `onIncluded` is told the hash of each that is in a block. */
export const createBlockMaker = (chain: Chain, queue: Queue, onIncluded: (hash: string) => void) => {
  const { later, stop } = createTimers()
  let isHeld = false
  let isScheduled = false

  const ready = (): Pending[] => queue.signers().flatMap((signer) => executableOf(chain, queue, signer))

  const makeBlock = (): Block => {
    const included: Pending[] = []
    dropExpired(chain, queue)
    const block = chain.makeBlock((layer) => (isHeld ? [] : valid(chain, queue, layer, included)))
    for (const pending of included) {
      onIncluded(pending.extrinsic.hash)
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

  return {
    /** What the next block can include. */
    ready,
    schedule,
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

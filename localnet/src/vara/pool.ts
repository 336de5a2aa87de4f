import { createBlockMaker, executableOf, nonceOf } from './block-maker.ts'
import type { Chain, SignedExtrinsic } from './chain.ts'
import { decodeExtrinsic, type Extrinsic } from './extrinsic.ts'
import { createQueue, tell, type Pending, type Queue, type Status } from './queue.ts'
import { poolErrors } from './rpc-error.ts'
import { checkAccount, checkSignature, expiryBlockOf } from './validity.ts'

const decode = (hex: string): Extrinsic => {
  try {
    return decodeExtrinsic(hex)
  } catch (cause) {
    throw poolErrors.undecodable(cause instanceof Error ? cause.message : String(cause))
  }
}

/** Another one with the same nonce stays unless this one tips more. */
const usurp = (queue: Queue, { hash, signed }: SignedExtrinsic): void => {
  const other = queue.with(signed.signer, signed.nonce)
  if (!other) return
  const { tip } = other.extrinsic.signed
  if (signed.tip <= tip) throw poolErrors.lowPriority(tip, signed.tip)
  queue.remove(other, { usurped: hash })
}

/** Decides what may wait in the queue. */
const createAdmission = (chain: Chain, queue: Queue) => {
  const banned = new Set<string>()
  return {
    ban: (hash: string): void => void banned.add(hash),
    /** Throws why it is refused. */
    admit: (hex: string): SignedExtrinsic => {
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
    },
  }
}

/** The transaction pool: holds submitted extrinsics and triggers block production. */
export const createPool = (chain: Chain) => {
  const queue = createQueue()
  const { ban, admit } = createAdmission(chain, queue)
  const blocks = createBlockMaker(chain, queue, ban)

  return {
    /** Throws why it is refused; otherwise returns the hash it is pending under. */
    submit: (hex: string): string => {
      const extrinsic = admit(hex)
      usurp(queue, extrinsic)
      const expiresAtBlock = expiryBlockOf(extrinsic, chain.blocks.length)
      const pending: Pending = { extrinsic, expiresAtBlock, statuses: [], watchers: new Set() }
      queue.add(pending)
      const now = executableOf(chain, queue, extrinsic.signed.signer)
      if (!now.includes(pending)) tell(pending, 'future')
      blocks.schedule(now)
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
    nextNonce: (signer: string): number => nonceOf(chain, signer) + executableOf(chain, queue, signer).length,
    pending: (): string[] => blocks.ready().map(({ extrinsic }) => extrinsic.hex),
    makeBlock: blocks.makeBlock,
    hold: blocks.hold,
    release: blocks.release,
    stop: blocks.stop,
  }
}

export type Pool = ReturnType<typeof createPool>

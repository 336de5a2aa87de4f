import { randomBytes } from 'node:crypto'
import { base58Encode } from '@polkadot/util-crypto'
import type { Svm } from './native.ts'

/** https://solana.com/docs/core/transactions/confirmation: MAX_PROCESSING_AGE, in blocks. */
const BLOCKHASH_LIFETIME = 150
/** The depth at which a block is final. On a cluster it is 31, after as many votes; here it is three seconds. */
const FINAL_DEPTH = 8
/** The entries of the SlotHashes sysvar: https://solana.com/docs/references/sysvars */
const SLOT_HASHES = 512
export const SLOTS_IN_EPOCH = 432_000
/** A cluster's slot time. Empty blocks are made at this rate too, so that transactions that are not included expire. */
const SLOT_MS = 400

export interface Block {
  /** Also the block's height, since no slot is skipped. */
  slot: number
  blockhash: string
}

export interface Blocks {
  genesisHash: string
  /** The newest complete block. */
  head: () => Block
  /** The newest final slot. */
  finalSlot: () => number
  /**
   * The last height at which a transaction with this blockhash can be included; undefined where the blockhash is
   * unknown or too old.
   */
  lastValidHeight: (blockhash: string) => number | undefined
  /** Completes the current block. */
  make: () => Block
  onBlock: (tell: (block: Block) => void) => () => void
  stop: () => void
}

const newHash = (): string => base58Encode(randomBytes(32))

/** Updates the sysvars Clock and SlotHashes, which programs read. */
const openSlot = (svm: Svm, slot: number, recent: Block[]): void => {
  const clock = svm.getClock()
  clock.slot = BigInt(slot)
  clock.epoch = BigInt(Math.floor(slot / SLOTS_IN_EPOCH))
  clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
  svm.setClock(clock)
  svm.setSlotHashes(recent.map(({ slot: past, blockhash }) => ({ slot: BigInt(past), hash: blockhash })))
  // Durable nonces advance with litesvm's own blockhash.
  svm.expireBlockhash()
}

/**
 * The blocks around litesvm, which has none. litesvm knows one blockhash at a time, so that the valid ones are stored
 * here.
 */
export const createBlocks = (svm: Svm): Blocks => {
  const genesisHash = newHash()
  /** Newest first. */
  const recent: Block[] = [{ slot: 0, blockhash: genesisHash }]
  const listeners = new Set<(block: Block) => void>()
  const head = () => recent[0]!
  const make = (): Block => {
    const block = { slot: head().slot + 1, blockhash: newHash() }
    recent.unshift(block)
    recent.length = Math.min(recent.length, SLOT_HASHES)
    openSlot(svm, block.slot + 1, recent)
    for (const notify of listeners) notify(block)
    return block
  }
  // Ensures that a block is final from the start.
  for (let made = 0; made <= FINAL_DEPTH; made += 1) make()
  const timer = setInterval(make, SLOT_MS).unref()
  return {
    genesisHash,
    head,
    finalSlot: () => Math.max(0, head().slot - FINAL_DEPTH),
    lastValidHeight: (blockhash) => {
      const block = recent.find((each) => each.blockhash === blockhash)
      if (!block) return undefined
      const last = block.slot + BLOCKHASH_LIFETIME
      return head().slot < last ? last : undefined
    },
    make,
    onBlock: (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    stop: () => clearInterval(timer),
  }
}

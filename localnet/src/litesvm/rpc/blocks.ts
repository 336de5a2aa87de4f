import { SLOTS_IN_EPOCH } from '../blocks.ts'
import { feeOf } from '../fees.ts'
import { parseMessage } from '../transaction.ts'
import { keysOf, type Method, slotFor, textOf, withContext } from './method.ts'

/** https://solana.com/docs/rpc/http/getrecentprioritizationfees */
const MAX_ADDRESSES = 128

/** Methods of blocks. No slot is skipped, so that a slot is also a height. */
export const blockMethods: Record<string, Method> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '4.1.2', 'feature-set': 0 }),
  getGenesisHash: ({ blocks }) => blocks.genesisHash,
  getSlot: (chain, [options]) => slotFor(chain, options),
  getBlockHeight: (chain, [options]) => slotFor(chain, options),
  getEpochInfo: (chain, [options]) => {
    const slot = slotFor(chain, options)
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_IN_EPOCH),
      slotIndex: slot % SLOTS_IN_EPOCH,
      slotsInEpoch: SLOTS_IN_EPOCH,
      transactionCount: null,
    }
  },
  getLatestBlockhash: (chain) => {
    const { blockhash } = chain.blocks.head()
    return withContext(chain, { blockhash, lastValidBlockHeight: chain.blocks.lastValidHeight(blockhash) })
  },
  isBlockhashValid: (chain, [blockhash]) =>
    withContext(chain, chain.blocks.lastValidHeight(textOf(blockhash, 'The blockhash')) !== undefined),
  getFeeForMessage: (chain, [message]) => {
    const parsed = parseMessage(Buffer.from(textOf(message, 'The message'), 'base64'))
    const counts = chain.blocks.lastValidHeight(parsed.recentBlockhash) !== undefined
    return withContext(chain, counts ? Number(feeOf(parsed)) : null)
  },
  // Blocks are never full, so that no priority fee is needed.
  getRecentPrioritizationFees: ({ blocks }, [addresses]) => {
    keysOf(addresses ?? [], MAX_ADDRESSES)
    return [{ slot: blocks.head().slot, prioritizationFee: 0 }]
  },
}

import type { Block, Chain } from '../chain.ts'
import { invalidParams } from '../rpc-error.ts'
import { hexParam, isAbsent, type Method, type Notify, type Subscription } from './method.ts'

const hashOf = (chain: Chain, number: unknown): string | null => {
  const wanted = Number(number)
  if (!Number.isSafeInteger(wanted)) throw invalidParams('A block is named by its number')
  return chain.blocks[wanted]?.hash ?? null
}

const blockOf = (chain: Chain, hash: unknown): Block | undefined =>
  isAbsent(hash) ? chain.head() : chain.blockOf(hexParam(hash, 'The block hash', 256))

/** Calls that read blocks. */
export const chainMethods: Record<string, Method> = {
  chain_getBlockHash: ({ chain }, [number]) => {
    if (isAbsent(number)) return chain.head().hash
    return Array.isArray(number) ? number.map((one) => hashOf(chain, one)) : hashOf(chain, number)
  },
  chain_getHeader: ({ chain }, [hash]) => blockOf(chain, hash)?.header ?? null,
  chain_getBlock: ({ chain }, [hash]) => {
    const block = blockOf(chain, hash)
    return block ? { block: { header: block.header, extrinsics: block.extrinsics }, justifications: null } : null
  },
  chain_getFinalizedHead: ({ chain }) => chain.head().hash,
}

/** Blocks are final at once, so all kinds of heads are the same. */
const heads = (name: string): Subscription => ({
  notification: `chain_${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  unsubscribe: `chain_unsubscribe${name}s`,
  start:
    ({ chain }) =>
    (notify: Notify) => {
      notify(chain.head().header)
      return chain.onBlock(({ header }) => notify(header))
    },
})

const newHeads = heads('NewHead')

export const chainSubscriptions: Record<string, Subscription> = {
  chain_subscribeAllHeads: heads('AllHead'),
  chain_subscribeFinalizedHeads: heads('FinalizedHead'),
  chain_subscribeNewHeads: newHeads,
  // What polkadot.js calls it.
  chain_subscribeNewHead: { ...newHeads, unsubscribe: 'chain_unsubscribeNewHead' },
}

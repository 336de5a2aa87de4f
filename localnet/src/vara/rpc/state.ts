import { u8aToHex } from '@polkadot/util'
import type { Block, Chain } from '../chain.ts'
import { metadata } from '../metadata/encode.ts'
import { invalidParams } from '../rpc-error.ts'
import type { Value } from '../storage.ts'
import { blockParam, hexParam, isAbsent, type Method, type Params, type Subscription } from './method.ts'
import { runtimeVersionJson, stateCall } from './state-call.ts'

const metadataHex = u8aToHex(metadata)

const keysParam = (param: unknown): string[] => {
  if (!Array.isArray(param)) throw invalidParams('Storage keys are a list')
  return param.map((key) => hexParam(key, 'A storage key'))
}

const storageAt: Method = ({ chain }, [key, at]) =>
  chain.view(blockParam(chain, at)).read(hexParam(key, 'The storage key')) ?? null

const changeSet = (chain: Chain, block: Block, keys: string[]) => ({
  block: block.hash,
  changes: keys.map((key): [string, Value | null] => [key, chain.view(block).read(key) ?? null]),
})

/** The keys under a prefix, in order, those after `start` only. */
const keysPaged: Method = ({ chain }, [prefix, count, start, at]) => {
  const under = isAbsent(prefix) ? '0x' : hexParam(prefix, 'The prefix')
  const after = isAbsent(start) ? '' : hexParam(start, 'The first key')
  const keys = chain.keysAt(blockParam(chain, at)).filter((key) => key.startsWith(under) && key > after)
  return keys.slice(0, Number(count))
}

/** Calls that read storage and call the runtime. */
export const stateMethods: Record<string, Method> = {
  state_getMetadata: ({ chain }, [at]) => blockParam(chain, at) && metadataHex,
  state_getRuntimeVersion: ({ chain }, [at]) => blockParam(chain, at) && runtimeVersionJson,
  state_getStorage: storageAt,
  state_getStorageAt: storageAt,
  state_getKeysPaged: keysPaged,
  state_queryStorageAt: ({ chain }, [keys, at]) => [changeSet(chain, blockParam(chain, at), keysParam(keys))],
  state_call: ({ chain }, [name, input, at]) =>
    stateCall(chain.view(blockParam(chain, at)), String(name), hexParam(input, 'The arguments')),
}

/** Every key first, then in each block those that it changed. */
const subscribeStorage = ({ chain }: { chain: Chain }, [param]: Params) => {
  const keys = keysParam(param)
  return (notify: (result: unknown) => void) => {
    notify(changeSet(chain, chain.head(), keys))
    return chain.onBlock((block) => {
      const changed = keys.filter((key) => block.changes.has(key))
      if (changed.length > 0) notify(changeSet(chain, block, changed))
    })
  }
}

export const stateSubscriptions: Record<string, Subscription> = {
  state_subscribeStorage: {
    notification: 'state_storage',
    unsubscribe: 'state_unsubscribeStorage',
    start: subscribeStorage,
  },
  state_subscribeRuntimeVersion: {
    notification: 'state_runtimeVersion',
    unsubscribe: 'state_unsubscribeRuntimeVersion',
    start: () => (notify) => {
      notify(runtimeVersionJson)
      return () => {}
    },
  },
}

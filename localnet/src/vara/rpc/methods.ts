import { SS58_FORMAT } from '../parameters.ts'
import { authorMethods, authorSubscriptions } from './author.ts'
import { chainMethods, chainSubscriptions } from './chain.ts'
import type { Method, Subscription } from './method.ts'
import { stateMethods, stateSubscriptions } from './state.ts'

const systemMethods: Record<string, Method> = {
  system_chain: () => 'Vara Network Localnet',
  system_name: () => 'OpenAuth localnet',
  system_version: () => '0.1.0',
  system_properties: () => ({ ss58Format: SS58_FORMAT, tokenDecimals: 12, tokenSymbol: 'VARA' }),
  system_health: () => ({ peers: 0, isSyncing: false, shouldHavePeers: false }),
  rpc_methods: () => ({ methods: methodNames() }),
}

export const subscriptions: Record<string, Subscription> = {
  ...chainSubscriptions,
  ...stateSubscriptions,
  ...authorSubscriptions,
}

/** What answers once. https://polkadot.js.org/docs/substrate/rpc */
export const methods: Record<string, Method> = {
  ...systemMethods,
  ...chainMethods,
  ...stateMethods,
  ...authorMethods,
}

/** The names of the calls that end a subscription. */
export const unsubscribeMethods = new Set(Object.values(subscriptions).map(({ unsubscribe }) => unsubscribe))

const methodNames = (): string[] =>
  [...Object.keys(methods), ...Object.keys(subscriptions), ...unsubscribeMethods].sort()

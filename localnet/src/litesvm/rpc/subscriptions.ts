import type { Chain } from '../chain.ts'
import { type Params, textOf, withContext } from './method.ts'

type Notify = (result: unknown) => void

export interface Subscription {
  /** The method name of its notifications. */
  notification: string
  unsubscribe: string
  /** Starts to notify, and returns a function that ends it; with `once` the first notification is the last. */
  start: (chain: Chain, params: Params, notify: Notify) => () => void
  once?: true
}

/** The subscriptions by which clients confirm transactions: https://solana.com/docs/rpc/websocket */
export const subscriptions: Record<string, Subscription> = {
  slotSubscribe: {
    notification: 'slotNotification',
    unsubscribe: 'slotUnsubscribe',
    start: ({ blocks }, _params, notify) =>
      blocks.onBlock(({ slot }) => notify({ slot, parent: slot - 1, root: blocks.finalSlot() })),
  },
  signatureSubscribe: {
    notification: 'signatureNotification',
    unsubscribe: 'signatureUnsubscribe',
    once: true,
    start: (chain, [param], notify) => {
      const signature = textOf(param, 'The signature')
      const notifyStatus = (err: unknown) => notify(withContext(chain, { err }))
      const included = chain.find(signature)
      if (included) {
        notifyStatus(included.err)
        return () => {}
      }
      return chain.onIncluded(({ transaction, err }) => {
        if (transaction.signatures[0] === signature) notifyStatus(err)
      })
    },
  },
}

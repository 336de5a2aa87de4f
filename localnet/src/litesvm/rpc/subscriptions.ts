import type { Chain } from '../chain.ts'
import { type Params, textOf, withContext } from './method.ts'

type Notify = (result: unknown) => void

export interface Subscription {
  /** What its messages are called. */
  notification: string
  unsubscribe: string
  /** Begins to tell, and returns what ends it; `once` where the first message is the last. */
  start: (chain: Chain, params: Params, notify: Notify) => () => void
  once?: true
}

/** What clients confirm transactions by: https://solana.com/docs/rpc/websocket */
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
      const tell = (err: unknown) => notify(withContext(chain, { err }))
      const landed = chain.find(signature)
      if (landed) {
        tell(landed.err)
        return () => {}
      }
      return chain.onLanded(({ transaction, err }) => {
        if (transaction.signatures[0] === signature) tell(err)
      })
    },
  },
}

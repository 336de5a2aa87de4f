import { evmForm, ss58Form } from '@openauth/client'
import type { ReceiveNetwork } from '../receive/receive-networks.ts'

const forms = { ethereum: evmForm, polkadot: ss58Form } as const satisfies Partial<Record<ReceiveNetwork, RegExp>>

/** The network whose addresses look like a text that is no Solana address, to tell a player who copied the wrong one. */
export const foreignNetworkOf = (text: string): keyof typeof forms | undefined => {
  if (forms.ethereum.test(text)) return 'ethereum'
  return forms.polkadot.test(text) ? 'polkadot' : undefined
}

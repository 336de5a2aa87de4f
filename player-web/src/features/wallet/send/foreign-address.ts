import type { ReceiveNetwork } from '../receive/receive-networks.ts'

/** EIP-55 text of 20 bytes, and SS58 text of 32 bytes with one or two bytes of prefix. https://docs.polkadot.com/polkadot-protocol/basics/accounts */
const forms = {
  ethereum: /^0x[\da-f]{40}$/i,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
} as const satisfies Partial<Record<ReceiveNetwork, RegExp>>

/** The network whose addresses look like a text that is no Solana address, to tell a player who copied the wrong one. */
export const foreignNetworkOf = (text: string): keyof typeof forms | undefined => {
  if (forms.ethereum.test(text)) return 'ethereum'
  return forms.polkadot.test(text) ? 'polkadot' : undefined
}

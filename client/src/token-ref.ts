import { isCaseless, NATIVE, type Network } from './contract/networks.ts'

export interface TokenKey {
  network: string
  /** `native`, or the token's address; in lower case where it is written in several ways. */
  address: string
}

/** The key of a token on a network. */
export const keyOfToken = (network: Network, address: string): TokenKey => ({
  network,
  address: isCaseless(network) ? address.toLowerCase() : address,
})

/** A key in one text: `solana:native`. */
export const refOf = ({ network, address }: TokenKey): string => `${network}:${address}`

/** The reference of a token as a policy names it; a null token is the chain's own. */
export const tokenRef = (network: Network, token: string | null): string => refOf({ network, address: token ?? NATIVE })

/** A token reference in the form in which references are compared; `*` stays as it is. */
export const canonicalRef = (ref: string): string => {
  const colon = ref.indexOf(':')
  return colon < 0 ? ref : refOf(keyOfToken(ref.slice(0, colon) as Network, ref.slice(colon + 1)))
}

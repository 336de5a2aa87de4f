import { NATIVE, nativeAmountOf, nativeUnitsOf, type Network, networks } from '@openauth/client'

/** Whether a text names a network. */
export const isNetwork = (name: string): name is Network => (networks as readonly string[]).includes(name)

/** The parts of a token's reference; of a network's name alone and of `*` the token is empty. */
export const partsOfRef = (ref: string): { network: string; token: string } => {
  const colon = ref.indexOf(':')
  const network = colon < 0 ? ref : ref.slice(0, colon)
  return { network, token: colon < 0 ? '' : ref.slice(colon + 1) }
}

/** The network whose own token a reference names; undefined for any other token. */
export const nativeNetworkOf = (ref: string): Network | undefined => {
  const { network, token } = partsOfRef(ref)
  return token === NATIVE && isNetwork(network) ? network : undefined
}

/** Smallest units as a field shows them: of a network's own token in its units, of others as they are; nothing of none. */
export const amountText = (ref: string, units: string | null | undefined): string => {
  const network = nativeNetworkOf(ref)
  return units === null || units === undefined ? '' : network ? nativeAmountOf(network, units) : units
}

/** Smallest units of a typed amount; undefined if it is no amount of the token. */
export const unitsOf = (ref: string, text: string): string | undefined => {
  const network = nativeNetworkOf(ref)
  if (network) return nativeUnitsOf(network, text)
  return /^\d{1,78}$/.test(text.trim()) ? text.trim() : undefined
}

/** What is wrong with a text that is no amount of the token. */
export const amountProblem = (ref: string): string =>
  nativeNetworkOf(ref) ? 'must be an amount such as 1.5' : 'must be a whole number of smallest units'

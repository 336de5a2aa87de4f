import { dappColors } from '@openauth/client'
import type { Dapp, Game } from '../../content/entries.ts'

/** The registered entry of an address, with the requested address. */
export interface Registered extends Dapp {
  /** Whether its frame may use the wallet: dapps may, games of the game center that are not dapps may not. */
  hasWallet: boolean
}

/** Null for a page of this app. */
const originOf = (url: string): string | null => (url.startsWith('/') ? null : new URL(url).origin)

/**
 * The dapp of an address: one with exactly its origin, or exactly its path of this app. Of several with one origin,
 * the one of the same address is preferred.
 */
export const dappAt = (url: string, dapps: readonly Dapp[]): Registered | undefined => {
  const origin = originOf(url)
  const dapp =
    dapps.find((dapp) => dapp.url === url) ??
    (origin === null ? undefined : dapps.find((dapp) => originOf(dapp.url) === origin))
  return dapp && { ...dapp, url, hasWallet: true }
}

/** The game of the game center with exactly this address, as a dapp without a wallet. */
export const gameAt = (url: string, games: readonly Game[]): Registered | undefined => {
  const game = games.find(({ link }) => link === url)
  if (!game) return undefined
  const { name, logo } = game
  return { name, url, logo, description: undefined, bgImg: undefined, ...dappColors, hasWallet: false }
}

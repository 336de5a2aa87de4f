import { isInternalPath } from '../../lib/safe-link.ts'

/** How a dapp is opened: as a page of this app, in a frame, or not at all. */
export type DappTarget =
  | { kind: 'page'; path: string }
  | { kind: 'frame'; url: string; origin: string }
  | { kind: 'refused' }

const refused: DappTarget = { kind: 'refused' }

/** As the router reads it: decoded, in any case and with any number of slashes. */
const isDappPage = (path: string): boolean => {
  try {
    return /^\/+dapp(\/|$)/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** Never /dapp again, which could redirect for ever. */
const pageWay = (url: string, origin: string): DappTarget => {
  const { pathname, search, hash, origin: led } = new URL(url, origin)
  const isOurs = led === origin && isInternalPath(pathname)
  return isOurs && !isDappPage(pathname) ? { kind: 'page', path: pathname + search + hash } : refused
}

/**
 * The target of a registered address, for a page at `ourOrigin`. An address of our own origin is never framed: its
 * scripts would have our rights, and the sandbox, which keeps the frame's origin, would not restrict them.
 */
export const dappTargetOf = (url: string, ourOrigin: string): DappTarget => {
  if (isInternalPath(url)) return pageWay(url, ourOrigin)
  const { origin, protocol } = new URL(url)
  const isForeign = origin !== ourOrigin && origin !== 'null' && /^https?:$/.test(protocol)
  return isForeign ? { kind: 'frame', url, origin } : refused
}

/** Sent to a dapp if the user has no Solana wallet; existing dapps expect it. */
const NO_ADDRESS = 'xxx'

/** The address of a dapp's frame with the wallet's address; existing parameters of these names are replaced. */
export const frameUrl = (url: string, address: string | undefined): string => {
  const framed = new URL(url)
  framed.searchParams.set('wallet', 'sonicx')
  framed.searchParams.set('address', address ?? NO_ADDRESS)
  return framed.href
}

import { isInternalPath } from '../../lib/safe-link.ts'

/** How a dapp is opened: by going to a page of this app, in a frame, or not at all. */
export type DappTarget =
  | { kind: 'page'; path: string }
  | { kind: 'frame'; url: string; origin: string }
  | { kind: 'refused' }

const refused: DappTarget = { kind: 'refused' }

/** As the router reads it: decoded, whatever the case and however many slashes. */
const isDappPage = (path: string): boolean => {
  try {
    return /^\/+dapp(\/|$)/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** Never back to /dapp, which could go round for ever. */
const pageWay = (url: string, origin: string): DappTarget => {
  const { pathname, search, hash, origin: led } = new URL(url, origin)
  const isOurs = led === origin && isInternalPath(pathname)
  return isOurs && !isDappPage(pathname) ? { kind: 'page', path: pathname + search + hash } : refused
}

/**
 * The way to a registered address, for a page at `ourOrigin`. An address of our own origin is never framed: its scripts
 * would be ours, and the frame's sandbox, which leaves a page its own origin, would hold nothing back.
 */
export const dappTargetOf = (url: string, ourOrigin: string): DappTarget => {
  if (isInternalPath(url)) return pageWay(url, ourOrigin)
  const { origin, protocol } = new URL(url)
  const isForeign = origin !== ourOrigin && origin !== 'null' && /^https?:$/.test(protocol)
  return isForeign ? { kind: 'frame', url, origin } : refused
}

/** What a dapp is told where the user has no Solana wallet, as dapps in the field know it. */
const NO_ADDRESS = 'xxx'

/** The address of a dapp's frame: its own, and whose wallet this is. What it brought under these names is replaced. */
export const frameUrl = (url: string, address: string | undefined): string => {
  const framed = new URL(url)
  framed.searchParams.set('wallet', 'sonicx')
  framed.searchParams.set('address', address ?? NO_ADDRESS)
  return framed.href
}

import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { Problem } from '../../errors.ts'
import { isSetupCode } from './setup-code.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** IPv4 in IPv6 (RFC 4291, section 2.5.5.2) is looked up as IPv4 by BlockList. */
const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** The host of an authority, without brackets. Undefined where it is none. */
const hostOf = (authority: string | undefined): string | undefined => {
  if (!authority || !URL.canParse(`http://${authority}/`)) return undefined
  const { hostname, username, pathname } = new URL(`http://${authority}/`)
  return username || pathname !== '/' ? undefined : hostname.replace(/^\[|\]$/g, '')
}

const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopback(host)

/** What proxies add; whoever shows one of these came through one, wherever the connection itself is from. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|fastly-client-ip|fly-client-ip)$/

/** Proxies that add nothing speak HTTP/1.0 unless told otherwise, as nginx does. No client of today does. */
const isProxied = ({ headers, httpVersion }: Caller): boolean =>
  httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING.test(name))

/** What the first set-up looks at of a request. */
export type Caller = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: { remoteAddress?: string | undefined }
}

/**
 * Pages elsewhere may not have a browser on this machine make their owner the admin: neither by a request across origins
 * (https://www.w3.org/TR/fetch-metadata/) nor by a name of their own that leads here (DNS rebinding), which shows in Host.
 */
const requireOwnPage = ({ headers }: Caller, publicUrl: string): string => {
  const host = hostOf(headers.host)
  const isOwnHost = host !== undefined && (isLoopbackHost(host) || host === hostOf(new URL(publicUrl).host))
  const own = [new URL(publicUrl).origin, `http://${headers.host}`, `https://${headers.host}`]
  const isForeignOrigin = headers.origin !== undefined && !own.includes(headers.origin)
  const site = headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isOwnHost && !isForeignOrigin && !isForeignSite) return host
  throw new Problem('setup_refused')
}

/**
 * Refuses a first set-up unless the caller is on this machine, or knows the code that the server printed when it started.
 * Throws `setup_refused`, `setup_code_required`.
 */
export const requireSetupCaller = async (
  caller: Caller,
  { publicUrl, given, readCode }: { publicUrl: string; given: string | undefined; readCode: () => Promise<string> },
): Promise<void> => {
  const host = requireOwnPage(caller, publicUrl)
  const isHere = isLoopback(caller.socket.remoteAddress ?? '') && isLoopbackHost(host) && !isProxied(caller)
  if (isHere) return
  if (given === undefined || !isSetupCode(await readCode(), given)) throw new Problem('setup_code_required')
}

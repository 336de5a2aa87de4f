import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { Problem } from '../../errors.ts'
import { isSetupCode } from './setup-code.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** BlockList looks up IPv4 in IPv6 (RFC 4291, section 2.5.5.2) as IPv4. */
const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** The host of an authority, without brackets. Undefined where the text is no authority. */
const hostOf = (authority: string | undefined): string | undefined => {
  if (!authority || !URL.canParse(`http://${authority}/`)) return undefined
  const { hostname, username, pathname } = new URL(`http://${authority}/`)
  return username || pathname !== '/' ? undefined : hostname.replace(/^\[|\]$/g, '')
}

const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopback(host)

/** Headers that proxies add. A request with one of them came through a proxy, whatever its peer address. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|fastly-client-ip|fly-client-ip)$/

/** A proxy that adds no header uses HTTP/1.0 by default, as nginx does. Clients do not. */
const isProxied = ({ headers, httpVersion }: Caller): boolean =>
  httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING.test(name))

/** The parts of a request that the check of the first set-up reads. */
export type Caller = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: { remoteAddress?: string | undefined }
}

/**
 * A foreign page must not use a browser on this machine to make its owner the admin: neither by a cross-origin request
 * (https://www.w3.org/TR/fetch-metadata/) nor by a name of its own that resolves to this machine (DNS rebinding),
 * which the Host header shows.
 */
const requireOwnPage = ({ headers }: Caller, publicUrl: string): string => {
  const host = hostOf(headers.host)
  const isOwnHost = host !== undefined && (isLoopbackHost(host) || host === hostOf(new URL(publicUrl).host))
  const publicHost = [new URL(publicUrl).origin, `http://${headers.host}`, `https://${headers.host}`]
  const isForeignOrigin = headers.origin !== undefined && !publicHost.includes(headers.origin)
  const site = headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isOwnHost && !isForeignOrigin && !isForeignSite) return host
  throw new Problem('setup_refused')
}

/**
 * Refuses the first set-up unless the caller is on this machine, or knows the code that the server printed at its
 * start. Throws `setup_refused`, `setup_code_required`.
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

import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

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

/** Whether a host, without brackets, is this machine's own name or address. */
export const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopback(host)

/** Headers that proxies add. A request with one of them came through a proxy, whatever its peer address. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|fastly-client-ip|fly-client-ip)$/

/** A proxy that adds no header uses HTTP/1.0 by default, as nginx does. Clients do not. */
const isProxied = ({ headers, httpVersion }: Caller): boolean =>
  httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING.test(name))

/** The parts of a request that tell where it comes from. */
export type Caller = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: { remoteAddress?: string | undefined }
}

/**
 * Whether the Host header is a name of this server: a loopback name or that of the public address. A foreign page can
 * have another name that resolves to this machine (DNS rebinding).
 */
export const isOwnHost = ({ headers }: Caller, publicUrl: string): boolean => {
  const host = hostOf(headers.host)
  return host !== undefined && (isLoopbackHost(host) || host === hostOf(new URL(publicUrl).host))
}

/** Whether the Origin header, if there is one, names this server. */
export const isOwnOrigin = ({ headers }: Caller, publicUrl: string): boolean =>
  headers.origin === undefined ||
  [new URL(publicUrl).origin, `http://${headers.host}`, `https://${headers.host}`].includes(headers.origin)

/** Whether a request comes from this machine, to a loopback name and through no proxy. */
export const isFromThisMachine = (caller: Caller): boolean =>
  isLoopback(caller.socket.remoteAddress ?? '') &&
  isLoopbackHost(hostOf(caller.headers.host) ?? '') &&
  !isProxied(caller)

import { wrongUse } from './failure.ts'

export const DEFAULT_ENDPOINT = 'http://127.0.0.1:5566'

/**
 * Normalizes the address of a server, because profiles are stored by it. Throws wrong use for anything but an http or
 * https address without credentials, query and fragment.
 */
export const endpointOf = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrongUse(`The endpoint must be an http or https address such as ${DEFAULT_ENDPOINT}`)
  if (url.username || url.password || url.search || url.hash)
    throw wrongUse('The endpoint must not carry a user name, a query or a fragment')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether requests can be read on the network: plain http to another machine. */
export const isExposed = (endpoint: string): boolean => {
  const { protocol, hostname } = new URL(endpoint)
  const isLoopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname)
  return protocol === 'http:' && !isLoopback
}

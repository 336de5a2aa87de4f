const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Normalizes a typed server address to scheme, host and path without a trailing slash. The default scheme is https, for
 * loopback addresses http. Throws an Error with a message for the operator.
 */
export const normalizeAddress = (typed: string): string => {
  const text = typed.trim()
  const local = loopback.test(text.replace(/(:\d+)?(\/.*)?$/, ''))
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${local ? 'http' : 'https'}://${text}`
  if (!text || !URL.canParse(full)) throw new Error('Enter an address such as https://auth.example.com')
  const url = new URL(full)
  if (!/^https?:$/.test(url.protocol)) throw new Error('The address must begin with https:// or http://')
  if (url.username || url.password) throw new Error('Leave the user name out of the address')
  if (url.search || url.hash) throw new Error('The address must not contain ? or #')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Whether requests to a server can be read on the network: http to another machine. */
export const isUnencrypted = (address: string): boolean => {
  const url = new URL(address)
  return url.protocol === 'http:' && !loopback.test(url.hostname)
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * A server's address as people type it, in the form that calls are built from: scheme, host and path without a slash at
 * the end. Without a scheme it is https, on this machine http. Throws with what is wrong.
 */
export const normalizeAddress = (typed: string): string => {
  const text = typed.trim()
  const local = loopback.test(text.replace(/(:\d+)?(\/.*)?$/, ''))
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${local ? 'http' : 'https'}://${text}`
  if (!text || !URL.canParse(full)) throw new Error('Enter an address such as https://auth.example.com')
  const url = new URL(full)
  if (!/^https?:$/.test(url.protocol)) throw new Error('The address must begin with https:// or http://')
  if (url.username || url.password) throw new Error('Leave the user name out of the address')
  if (url.search || url.hash) throw new Error('Leave out what follows ? or # in the address')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Whether what is sent to a server can be read on the way: http to another machine. */
export const isUnencrypted = (address: string): boolean => {
  const url = new URL(address)
  return url.protocol === 'http:' && !loopback.test(url.hostname)
}

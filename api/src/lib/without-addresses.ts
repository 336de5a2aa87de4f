/** The host of an address, without user, path and query, which may hold a key or password. Empty for an address without a host. */
export const hostOnly = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** The text, with each address in it replaced by its host. */
export const withoutAddresses = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]*):\/\/[^\s'"<>]+/gi, hostOnly)

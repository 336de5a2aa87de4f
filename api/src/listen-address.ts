/** Where a server listens that is given no other place, and where the command line looks for one. */
export const DEFAULT_PORT = 5566
export const DEFAULT_HOST = '127.0.0.1'

/** The address of a server that listens on host and port. */
export const baseUrlOf = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Addresses whose server the command line finds by itself on this machine. */
const foundByDefault = new Set([DEFAULT_HOST, '0.0.0.0'].map((host) => baseUrlOf(host, DEFAULT_PORT)))

/** The command that makes the first admin of the server at an address, as it is typed on the server's machine. */
export const setupCommandFor = (baseUrl: string): string =>
  `npx openauth setup${foundByDefault.has(baseUrl) ? '' : ` --endpoint ${baseUrl}`}`

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a port of loopback, or on any free one where it is 0; returns its number. */
export const listenOnLoopback = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** Closes a server with the connections that it has. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

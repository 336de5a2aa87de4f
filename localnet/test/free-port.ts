import { createServer, type AddressInfo, type Server } from 'node:net'

/** Listens on a port of loopback, 0 for any free one; what connects is never answered. */
export const listenOn = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server: Server = createServer()
      .once('error', reject)
      .listen(port, '127.0.0.1', () => resolve(server))
  })

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

export const close = (server: Server) => new Promise((resolve) => server.close(resolve))

/** A port that was free a moment ago, as was the next one. */
export const freePort = async (): Promise<number> => {
  const one = await listenOn(0)
  const port = portOf(one)
  const next = await listenOn(port + 1).catch(() => undefined)
  await Promise.all([close(one), next && close(next)])
  return next ? port : freePort()
}

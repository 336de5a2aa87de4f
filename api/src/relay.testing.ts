import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Relay {
  /** The address of the database by way of the relay. */
  url: string
  /** Ends all connections and takes no new ones. */
  cut: () => Promise<void>
  /** Takes connections again, from here on to another database if one is given. */
  restore: (databaseUrl?: string) => Promise<void>
}

/** A relay before a database, which can be cut. */
export const startRelay = async (databaseUrl: string): Promise<Relay> => {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const relay: Server = createServer((from) => {
    const to = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    from.pipe(to).pipe(from)
  })
  const listen = (port: number) => new Promise<void>((done) => relay.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = relay.address() as { port: number }
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${port}`
  // Without the host of a Unix socket, which would be preferred.
  through.search = ''
  const cut = async () => {
    const closed = new Promise((done) => relay.close(done))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const restore = (to = target.href) => {
    target = new URL(to)
    return listen(port)
  }
  return { url: through.toString(), cut, restore }
}

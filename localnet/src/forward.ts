import { createServer, connect, type Socket } from 'node:net'

/** Forwards connections to a fixed loopback port to another port. Returns a function that ends it. */
export const forward = async (port: number, target: number): Promise<() => Promise<void>> => {
  const open = new Set<Socket>()
  const server = createServer((inbound) => {
    const outbound = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // An aborted request is the caller's business; it must not leave the other half open.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
}

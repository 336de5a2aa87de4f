import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How often it asks each server whether it is ready, in milliseconds. */
const ASKED_EVERY = 100

/**
 * A load balancer as operators use one: it sends requests to the servers whose `/readyz` was 200 when last asked, by turns, over connections
 * that it keeps. It repeats no request, so that a server which refuses or drops one is seen by the client.
 */
export const startBalancer = async () => {
  const agent = new Agent({ keepAlive: true })
  const servers = new Map<string, boolean>()
  let turn = 0
  const next = (): string | undefined => {
    const ready = [...servers].flatMap(([url, isReady]) => (isReady ? [url] : []))
    return ready[(turn += 1) % ready.length]
  }
  const server = createServer((from, to) => {
    const target = next()
    if (target === undefined) return void to.writeHead(502).end()
    const { method, headers } = from
    const passed = send(new URL(from.url!, target), { method, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode!, { ...answer.headers, connection: 'keep-alive' })
      answer.pipe(to)
    })
    passed.on('error', () => to.writeHead(502).end())
    from.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const isReady = (url: string) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  let isStopped = false
  const watch = async () => {
    while (!isStopped) {
      await Promise.all(
        [...servers.keys()].map(async (url) => servers.has(url) && servers.set(url, await isReady(url))),
      )
      await pause(ASKED_EVERY)
    }
  }
  const watching = watch()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url: string) => void servers.set(url, false),
    remove: (url: string) => void servers.delete(url),
    sendsTo: (url: string) => servers.get(url) === true,
    stop: async () => {
      isStopped = true
      await watching
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

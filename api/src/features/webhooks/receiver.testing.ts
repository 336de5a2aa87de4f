import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A request that the receiver got. */
export interface Received {
  id: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The body, parsed. */
  event: { type: string; timestamp: string; appId: string; data: Record<string, unknown> }
}

export interface Receiver {
  url: string
  received: Received[]
  /** Answers a request; 204 by default. */
  answer: (received: Received, response: ServerResponse) => unknown
  /** Verifies what was received by the package of Standard Webhooks. Throws WebhookVerificationError. */
  verify: (received: Received, secret: string) => unknown
  /** Types and data of a type's events, without those of others. */
  of: (type: string) => Record<string, unknown>[]
  stop: () => Promise<void>
}

/** A partner's endpoint on loopback. */
export const startReceiver = async (): Promise<Receiver> => {
  const receiver = { received: [] as Received[] } as Receiver
  receiver.answer = (_, response) => response.writeHead(204).end()
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const { headers, url: path = '' } = request
      const event = JSON.parse(body) as Received['event']
      const received = { id: String(headers['webhook-id']), path, headers, body, event }
      receiver.received.push(received)
      receiver.answer(received, response)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  receiver.verify = ({ body, headers }, secret) => new Webhook(secret).verify(body, headers as Record<string, string>)
  receiver.of = (type) => receiver.received.flatMap(({ event }) => (event.type === type ? [event.data] : []))
  receiver.stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return receiver
}

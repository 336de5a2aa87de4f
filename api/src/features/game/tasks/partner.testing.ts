import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  headers: IncomingHttpHeaders
  body: string
  method: string | undefined
}

export interface Partner {
  url: string
  /** What it was asked, oldest first. */
  asked: Asked[]
  /** How it answers; at first that nothing is completed. */
  answer: (response: ServerResponse) => void
  stop: () => void
}

/** A partner's endpoint on loopback. */
export const startPartner = async (): Promise<Partner> => {
  const partner: Pick<Partner, 'asked' | 'answer'> = {
    asked: [],
    answer: (response) => void response.end('{"completed": false}'),
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      partner.asked.push({ headers: request.headers, body, method: request.method })
      partner.answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(partner, { url, stop })
}

/** What docs/game.md tells partners to do: one of the signatures fits, and the time is not older than five minutes. */
export const isSigned = ({ headers, body }: Asked, secret: string, now: number): boolean => {
  const parts = String(headers['openauth-signature'])
    .split(',')
    .map((part) => part.split('=', 2) as [string, string])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  const fits = parts
    .filter(([name]) => name === 'v1')
    .map(([, hex]) => Buffer.from(hex, 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
  return fits && Math.abs(now / 1000 - Number(time)) <= 300
}

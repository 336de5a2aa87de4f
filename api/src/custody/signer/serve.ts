import { createServer, type Server, type Socket } from 'node:net'
import type { z } from 'zod'
import type { Custody } from '../custody.ts'
import { CustodyError } from '../errors.ts'
import { type CallName, custodyCalls, Request, retirementCalls, walletCalls } from './calls.ts'
import { serializeError } from './serialized-errors.ts'
import { encodeFrame, frameReader } from './frames.ts'
import { createRetirements } from './retirement.ts'

/** Concurrent requests of a connection; further ones wait in the socket. */
const MOST_AT_ONCE = 256

interface Call {
  schema: z.ZodType<unknown[]>
  run: (...args: never[]) => Promise<unknown>
}

const callsOf = (custody: Custody): Map<string, Call> => {
  const { begin, end } = createRetirements(custody)
  const calls: [CallName, Call][] = [
    ...(Object.keys(custodyCalls) as (keyof typeof custodyCalls)[]).map((name): [CallName, Call] => [
      name,
      { schema: custodyCalls[name], run: custody[name] },
    ]),
    ...(Object.keys(walletCalls) as (keyof typeof walletCalls)[]).map((name): [CallName, Call] => [
      `wallets.${name}`,
      { schema: walletCalls[name], run: custody.wallets[name] },
    ]),
    ['beginRetirement', { schema: retirementCalls.beginRetirement, run: begin }],
    ['endRetirement', { schema: retirementCalls.endRetirement, run: end }],
  ]
  return new Map(calls)
}

const refused = (what: string) => new CustodyError('request_refused', `The signer refuses a request: ${what}.`)

const answer = async (calls: Map<string, Call>, { call: name, args }: z.output<typeof Request>): Promise<unknown> => {
  const call = calls.get(name)
  if (!call) throw refused('it has no such call')
  const parsed = call.schema.safeParse(args)
  // The caller has the field's name; its value may be a secret.
  if (!parsed.success) throw refused(`the arguments of ${name} are not valid`)
  return call.run(...(parsed.data as never[]))
}

const send = (socket: Socket, message: unknown): void => {
  if (socket.destroyed) return
  const frame = encodeFrame(message)
  socket.write(frame, () => frame.fill(0))
}

const serveConnection = (socket: Socket, calls: Map<string, Call>, log: (line: string) => void): void => {
  let working = 0
  const work = async (message: unknown): Promise<void> => {
    const request = Request.safeParse(message)
    if (!request.success) throw refused('it is malformed')
    const { id } = request.data
    working += 1
    if (working >= MOST_AT_ONCE) socket.pause()
    try {
      send(socket, { id, answer: await answer(calls, request.data) })
    } catch (error) {
      const serialized = serializeError(error)
      if (!serialized.code) log(`${request.data.call} failed: ${error instanceof Error ? error.stack : String(error)}`)
      send(socket, { id, error: serialized })
    } finally {
      working -= 1
      if (working < MOST_AT_ONCE) socket.resume()
    }
  }
  const hangUp = (error: unknown) => {
    send(socket, { id: -1, error: serializeError(refused(error instanceof Error ? error.message : 'it is none')) })
    socket.destroySoon()
  }
  const read = frameReader((message) => void work(message).catch(hangUp))
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    if (socket.writableEnded) return
    try {
      read(chunk)
    } catch (error) {
      hangUp(error)
    }
  })
}

/**
 * Answers requests to custody on a socket. Every connection may make every call, so the socket's permissions are the
 * access control. A malformed frame closes its connection; an invalid request is refused.
 */
export const serveCustody = (custody: Custody, log: (line: string) => void): Server => {
  const calls = callsOf(custody)
  return createServer((socket) => serveConnection(socket, calls, log))
}

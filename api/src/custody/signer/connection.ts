import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { signerUnavailable } from '../errors.ts'
import { SerializedError, deserializeError } from './serialized-errors.ts'
import { encodeFrame, frameReader } from './frames.ts'

export interface SignerConnection {
  /** Throws the signer's errors, and signer_unavailable. `patience` in milliseconds, from the time of sending. */
  ask: (call: string, args: unknown[], patience: number) => Promise<unknown>
  close: () => void
}

/** How long requests wait for a missing signer, in milliseconds. */
const WAIT = 4000
const FIRST_PAUSE = 20
const LONGEST_PAUSE = 250

const Answer = z.union([
  z.object({ id: z.int(), error: SerializedError }),
  z.object({ id: z.int(), answer: z.unknown().optional() }),
])

interface Request {
  id: number
  call: string
  args: unknown[]
}

interface Pending {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

const dialOnce = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket.off('error', reject))).once('error', reject)
  })

const dial = async (path: string, isClosed: () => boolean): Promise<Socket> => {
  const deadline = Date.now() + WAIT
  for (let delay = FIRST_PAUSE; ; delay = Math.min(delay * 2, LONGEST_PAUSE)) {
    try {
      return await dialOnce(path)
    } catch (error) {
      if (isClosed()) throw signerUnavailable('is stopping')
      if (Date.now() + delay > deadline)
        throw signerUnavailable(`cannot be reached (${(error as NodeJS.ErrnoException).code})`)
    }
    await pause(delay)
  }
}

const settle = (pending: Map<number, Pending>, message: unknown): void => {
  const parsed = Answer.safeParse(message)
  const waiting = parsed.success ? pending.get(parsed.data.id) : undefined
  if (!parsed.success || !waiting) return
  pending.delete(parsed.data.id)
  clearTimeout(waiting.timer)
  if ('error' in parsed.data) waiting.reject(deserializeError(parsed.data.error))
  else waiting.resolve(parsed.data.answer)
}

const settleAll = (pending: Map<number, Pending>, why: string): void => {
  for (const { reject, timer } of pending.values()) {
    clearTimeout(timer)
    reject(signerUnavailable(why))
  }
  pending.clear()
}

/** Sends a request; its response resolves the entry in `pending`. */
const sendOn = (socket: Socket, pending: Map<number, Pending>, request: Request, patience: number) => {
  const frame = encodeFrame(request)
  if (socket.destroyed) throw signerUnavailable('went away')
  return new Promise<unknown>((resolve, reject) => {
    const timeOut = () => {
      pending.delete(request.id)
      reject(signerUnavailable(`did not answer within ${patience / 1000} seconds`))
    }
    pending.set(request.id, { resolve, reject, timer: setTimeout(timeOut, patience) })
    socket.write(frame)
  })
}

/** Reads responses until the socket closes. A malformed frame closes it. */
const readFrom = (socket: Socket, pending: Map<number, Pending>, onClose: () => void): void => {
  const read = frameReader((message) => settle(pending, message))
  socket.on('error', () => {}).on('close', onClose)
  socket.on('data', (chunk) => {
    try {
      read(chunk)
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
}

/** One connection for all requests; after a loss the next request reconnects. */
export const createConnection = (path: string): SignerConnection => {
  const pending = new Map<number, Pending>()
  let connected: Promise<Socket> | undefined
  let lastId = 0
  let closed = false

  const lose = (lost: Promise<Socket>, why: string): void => {
    if (connected !== lost) return
    connected = undefined
    settleAll(pending, why)
  }
  const open = (): Promise<Socket> => {
    const opening = dial(path, () => closed).then((socket) => {
      readFrom(socket, pending, () => lose(opening, 'went away with the answer'))
      return socket
    })
    opening.catch(() => lose(opening, 'cannot be reached'))
    return opening
  }
  return {
    ask: async (call, args, patience) => {
      if (closed) throw signerUnavailable('is stopping')
      connected ??= open()
      return sendOn(await connected, pending, { id: (lastId += 1), call, args }, patience)
    },
    close: () => {
      closed = true
      const last = connected
      if (last) lose(last, 'is stopping')
      last?.then((socket) => socket.destroy()).catch(() => {})
    },
  }
}

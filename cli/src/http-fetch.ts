import type { ClientRequest, IncomingMessage } from 'node:http'
import { addAbortSignal, pipeline, type Readable } from 'node:stream'
import type { Fetch } from './cli-environment.ts'

/** The headers of an answer by their names. */
interface AnswerHeaders {
  get: (name: string) => string | null
}

/** What the program uses of a Response. `body` is read once: by `text`, by `json`, or as it comes. */
interface Answer {
  ok: boolean
  status: number
  headers: AnswerHeaders
  text: () => Promise<string>
  json: () => Promise<unknown>
  body: Readable
}

const headersOf = ({ headers }: IncomingMessage): AnswerHeaders => ({
  get: (name) => {
    const found = headers[name.toLowerCase()]
    return Array.isArray(found) ? found.join(', ') : (found ?? null)
  },
})

/** The body without the compression that proxies add. */
const bodyOf = async (message: IncomingMessage): Promise<Readable> => {
  if (message.headers['content-encoding'] !== 'gzip') return message
  const { createGunzip } = await import('node:zlib')
  // The reader of the unzipped body gets the error.
  return pipeline(message, createGunzip(), () => {})
}

const textOf = async (body: Readable): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk as Uint8Array)
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const answerOf = async (message: IncomingMessage, signal: RequestInit['signal']): Promise<Answer> => {
  const { statusCode: status = 0 } = message
  const body = await bodyOf(message)
  // Otherwise its reader would be told of a broken connection.
  if (signal) addAbortSignal(signal, body)
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: headersOf(message),
    text: () => textOf(body),
    json: async () => JSON.parse(await textOf(body)) as unknown,
    body,
  }
}

/** The answer to a request; an error where none arrives. */
const answered = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
  })

/**
 * `fetch` over node:http, for what the program sends: an address, method, headers, a text or bytes, and a signal. It follows no
 * redirect. Node's own fetch takes a tenth of a second of processor time when it is first used, more than the rest of a
 * command. Rejects with the error of the connection itself.
 */
const fetchOverHttp = async (address: string | URL, init: RequestInit = {}): Promise<Answer> => {
  const url = new URL(address)
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const { method = 'GET', body, signal } = init
  const request = open(url, {
    method,
    headers: { 'accept-encoding': 'gzip', ...(init.headers as Record<string, string>) },
    ...(signal ? { signal } : {}),
  })
  // With the whole body at once, Node tells its length.
  request.end(body ?? undefined)
  return answerOf(await answered(request), signal)
}

/** The same with the types of `fetch`, of whose answers the program uses no more. */
export const httpFetch = fetchOverHttp as unknown as Fetch

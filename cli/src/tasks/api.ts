import { unreachable } from '../call-failure.ts'
import { confirmProduction } from '../confirm.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure, notSignedIn, wrongUse } from '../failure.ts'
import { isRecord } from '../fields.ts'
import { isPlain } from '../format.ts'
import { nextOf } from '../pages.ts'
import { parseJson } from '../parse-json.ts'
import { printableJson } from '../printable.ts'
import { readText } from '../standard-input.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
/** Milliseconds. */
const TIMEOUT = 120_000

type Json = Record<string, unknown>

/** The value of JSON, or the text itself. */
const parsed = (text: string): unknown => {
  const value = parseJson(text)
  return value === undefined ? text : value
}

const fieldOf = (given: string, read: (text: string) => unknown): [string, unknown] => {
  const at = given.indexOf('=')
  if (at < 1) throw wrongUse(`A field is key=value, and “${given}” has no key or no “=”`)
  return [given.slice(0, at), read(given.slice(at + 1))]
}

const fieldsOf = (options: Json): Json => {
  const [texts, typed] = [options['field'], options['typedField']] as (string[] | undefined)[]
  return Object.fromEntries([
    ...(texts ?? []).map((given) => fieldOf(given, (text) => text)),
    ...(typed ?? []).map((given) => fieldOf(given, parsed)),
  ])
}

/** The address of a path on the session's server. Throws wrong use for anything that would lead elsewhere. */
const addressOf = (endpoint: string, path: string, query: Json): URL => {
  const elsewhere = () => wrongUse(`The path must begin with one “/”, as /admin/apps; calls go to ${endpoint} only`)
  if (!/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) throw elsewhere()
  const url = new URL(`${endpoint}${path}`)
  const base = new URL(endpoint)
  const isBelow = base.pathname === '/' || url.pathname.startsWith(`${base.pathname}/`)
  if (url.origin !== base.origin || !isBelow || url.username || url.password) throw elsewhere()
  for (const [key, value] of Object.entries(query))
    url.searchParams.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  return url
}

interface Call {
  method: string
  path: string
  query: Json
  body: unknown
}

const send = async ({ fetch, endpoint, token }: Context, { method, path, query, body }: Call) => {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const url = addressOf(endpoint, path, query)
  const response = await fetch(url, { method, headers, ...sent, signal: AbortSignal.timeout(TIMEOUT) }).catch(
    (error: unknown) => {
      throw unreachable(endpoint, error)
    },
  )
  return { response, answer: parsed(await response.text()) }
}

const printJson = ({ environment }: Context, answer: unknown): void => {
  environment.stdout.write(`${printableJson(JSON.stringify(answer, null, 2))}\n`)
}

/** Prints an answer as JSON as it came, or in the format that the flags select: rows and fields are those of its data. */
const print = (context: Context, answer: unknown): void => {
  const { out, isDocument } = context
  if (answer === '') return
  if (isPlain(out.format)) return printJson(context, answer)
  const isPage = isRecord(answer) && Array.isArray(answer['data'])
  const isWhole = isPage || (isDocument && out.format.fields === undefined) || !isRecord(answer)
  out.data(isWhole ? answer : (answer['data'] ?? answer), { ...plainView, isPage, empty: 'None.' })
}

/** Prints an error's body on stdout, as an answer, and throws what it means. */
const refuse = (context: Context, { status }: Response, answer: unknown): never => {
  const body = isRecord(answer) ? answer : {}
  if (isRecord(answer) && (context.out.format.kind === 'json' || isPlain(context.out.format)))
    printJson(context, answer)
  const message = typeof body['message'] === 'string' ? body['message'] : 'no message. Is it an OpenAuth server?'
  const code = status === 401 ? exitCodes.notSignedIn : exitCodes.failed
  const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
  throw new Failure(code, `HTTP ${status}: ${message}`, { requestId })
}

const answerOf = async (context: Context, call: Call): Promise<unknown> => {
  const { response, answer } = await send(context, call)
  if (!response.ok) refuse(context, response, answer)
  return answer
}

/** Fetches every page and returns them as one list. */
const fetchAll = async (context: Context, call: Call): Promise<unknown> => {
  const data: unknown[] = []
  let more: Json | undefined = {}
  for (let page = Number(call.query['page'] ?? 1); more; page += 1) {
    const answer = await answerOf(context, { ...call, query: { ...call.query, ...more } })
    if (!isRecord(answer) || !Array.isArray(answer['data']))
      throw wrongUse('This call answers no list: leave out --paginate')
    const rows = answer['data'] as unknown[]
    data.push(...rows)
    more = nextOf({ data: rows, meta: isRecord(answer['meta']) ? answer['meta'] : {} }, page)
  }
  return { data }
}

const callOf = async ({ environment }: Context, args: string[], options: Json): Promise<Call> => {
  const fields = fieldsOf(options)
  const input = options['input'] as string | undefined
  const hasBody = input !== undefined || Object.keys(fields).length > 0
  const [first = '', second] = args
  const method = second === undefined ? (hasBody ? 'POST' : 'GET') : first.toUpperCase()
  const path = second ?? first
  if (!methods.includes(method)) throw wrongUse(`There is no method “${first}”. There are: ${methods.join(', ')}`)
  if (path === '') throw wrongUse('Which path? Give one such as /admin/apps')
  const read = input === undefined ? {} : parsed(await readText(environment, input))
  if (!isRecord(read)) throw wrongUse('The input must hold a JSON object')
  const values = { ...read, ...fields }
  const isQuery = method === 'GET' || method === 'DELETE'
  return { method, path, query: isQuery ? values : {}, body: isQuery || !hasBody ? undefined : values }
}

/** Makes a call that is given by method and path. */
export const api: RunTask = async (context, { args, options }) => {
  const call = await callOf(context, args, options)
  if (!context.token) throw notSignedIn(context.endpoint)
  addressOf(context.endpoint, call.path, {})
  if (call.method !== 'GET') await confirmProduction(context, [], options['confirm'] as string | undefined)
  print(context, options['paginate'] ? await fetchAll(context, call) : await answerOf(context, call))
}

import type { ErrorBody, RestoreProgress } from '@openauth/client'
import { recoveryPaths, RESTORE_PART } from '@openauth/client/light'
import { ApprovalNeeded, needsApproval, untilApproved } from '../approvals.ts'
import { givenReason, unreachable } from '../call-failure.ts'
import type { Context } from '../context.ts'
import { exitCodes, failed, Failure, notSignedIn } from '../failure.ts'
import { isExposed } from '../endpoint.ts'
import { piecesOf } from './pieces.ts'

const headersOf = ({ token, endpoint }: Context): Record<string, string> => {
  if (token === undefined) throw notSignedIn(endpoint)
  return { authorization: `Bearer ${token}` }
}

const failureOf = async (response: Response, context: Context): Promise<Failure> => {
  const { endpoint } = context
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  if (response.status === 401) return notSignedIn(endpoint)
  if (body.message === undefined)
    return failed(
      `${endpoint} answered with HTTP ${response.status} and no message. Is it an OpenAuth server of this version?`,
    )
  if (body.approval)
    return needsApproval(
      context,
      body.approval,
      'After the approval, within a quarter of an hour: the same command again.',
    )
  const { code, requestId, message } = body
  if (code === 'approval_reason_required')
    return new Failure(exitCodes.wrongUse, message, { details: givenReason, code })
  return new Failure(exitCodes.failed, message, { code, requestId })
}

const reach = async (context: Context, path: string, init: RequestInit): Promise<Response> => {
  const { endpoint, fetch } = context
  const headers = { ...headersOf(context), ...(init.headers as Record<string, string>) }
  const response = await fetch(endpoint + path, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw unreachable(endpoint, error)
  })
  if (!response.ok) throw await failureOf(response, context)
  return response
}

const postJson = (context: Context, path: string, body: object, signal: AbortSignal) =>
  reach(context, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })

const bodyOf = ({ body }: Response) => body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>

const warnOfPlainHttp = ({ endpoint, out }: Context): void => {
  if (isExposed(endpoint)) out.warn(`${endpoint} is plain http: all data can be read on the network. Use https`)
}

/** The backup of a server as it streams it. */
export const fetchBackup = async (
  context: Context,
  password: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> => {
  warnOfPlainHttp(context)
  return bodyOf(await postJson(context, recoveryPaths.backups, { password }, signal))
}

/** A restore that was begun at a server. */
export interface RestoreCall {
  id: string
  send: (chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void, signal: AbortSignal) => Promise<void>
  finish: (
    onProgress: (progress: RestoreProgress) => void,
    signal: AbortSignal,
  ) => Promise<Extract<RestoreProgress, { restored: unknown }>['restored']>
  abort: () => Promise<void>
}

/** Characters of a line of the answer: more is no progress. */
const LONGEST_LINE = 65_536

/** Reads lines of JSON from an answer. */
async function* linesOf(response: Response): AsyncGenerator<RestoreProgress> {
  // Its schema loads when the upload is over.
  const { RestoreProgress: schema } = await import('@openauth/client')
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bodyOf(response)) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    if (rest.length > LONGEST_LINE) throw failed('The answer of the server is none of a restore')
    for (const line of lines) yield schema.parse(JSON.parse(line))
  }
}

/** Begins a restore at a server. Nothing changes there before the end of `finish`. */
export const beginRestore = async (
  context: Context,
  input: { password: string; installation: string; replacesOther: boolean; approvalReason?: string },
  signal: AbortSignal,
): Promise<RestoreCall> => {
  warnOfPlainHttp(context)
  const begin = () => postJson(context, recoveryPaths.restores, input, signal)
  const answer = await begin().catch(async (error: unknown) => {
    if (!(error instanceof ApprovalNeeded) || !context.globals.wait) throw error
    await untilApproved(context, error.approval)
    return begin()
  })
  const { id } = ((await answer.json()) as { data: { id: string } }).data
  const path = `${recoveryPaths.restores}/${id}`
  return {
    id,
    send: async (chunks, onBytes, stop) => {
      let offset = 0
      for await (const [part] of piecesOf(chunks, RESTORE_PART)) {
        if (part.length === 0) continue
        const headers = { 'content-type': 'application/octet-stream' }
        await reach(context, `${path}/data?offset=${offset}`, { method: 'POST', headers, body: part, signal: stop })
        offset += part.length
        onBytes(offset)
      }
    },
    finish: async (onProgress, stop) => {
      const response = await reach(context, `${path}/finish`, { method: 'POST', signal: stop })
      for await (const line of linesOf(response)) {
        if ('restored' in line) return line.restored
        if ('error' in line) throw new Failure(exitCodes.failed, line.error.message, { code: line.error.code })
        onProgress(line)
      }
      throw failed(
        'The answer of the server ended early: whether the data were replaced is not known. Look with: openauth db status',
      )
    },
    abort: async () => void (await reach(context, path, { method: 'DELETE' }).catch(() => {})),
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { secureEndpoint } from './endpoint.ts'
import { backendRefused, backendUnavailable, CustodyError } from '../errors.ts'
import { type VaultToken, vaultTokenFile } from './vault-token.ts'

export interface VaultServer {
  /** https://vault.example.com:8200 */
  address: string
  /** Vault Enterprise and HCP only. */
  namespace?: string | undefined
  tokenFile: string
  /** Milliseconds for a call, retries included. */
  timeoutMs?: number | undefined
}

/** `data` of a success; status 400 or 404 and the error texts of a refusal. */
export type VaultAnswer = { data: unknown } | { status: number; errors: string[] }
export type VaultCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<VaultAnswer>

export const VAULT = 'Vault'
const TIMEOUT_MS = 5000
const ATTEMPTS = 3
const MAX_BYTES = 64 * 1024
const PAUSE_MS = 50

/** Standby, recovering, sealed, not caught up: https://developer.hashicorp.com/vault/api-docs#http-status-codes */
const passes = (status: number) => status >= 500 || [412, 429, 472, 473].includes(status)

/**
 * Calls a Vault server: five seconds for at most three tries, responses of at most 64 KiB. Redirects are not followed,
 * since they would send the token elsewhere. When the token is refused, it is read once more from its file.
 *
 * Throws backend_unavailable (no connection, timeout, 429, 5xx, sealed, a response that is not JSON or too large) and
 * backend_refused (403, redirects, other statuses).
 */
export function vaultServer({ address, namespace, tokenFile, timeoutMs = TIMEOUT_MS }: VaultServer): VaultCall {
  const base = secureEndpoint(address, VAULT)
  const token = vaultTokenFile(tokenFile, VAULT)
  return async (method, path, body) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const once = async (fresh: boolean): Promise<VaultAnswer | 'forbidden'> => {
      const request = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(timeoutMs / 2)])
      const headers = await headersOf(token, namespace, fresh)
      return answerOf(await fetch(`${base}/v1/${path}`, { ...request, headers, signal, redirect: 'manual' }))
    }
    const answer = await retrying(() => once(false), deadline, timeoutMs)
    const second = answer === 'forbidden' ? await retrying(() => once(true), deadline, timeoutMs) : answer
    if (second !== 'forbidden') return second
    throw backendRefused(VAULT, 'refused its token (403)', 'Renew the token file, or allow this path in its policy.')
  }
}

async function headersOf(token: VaultToken, namespace: string | undefined, fresh: boolean) {
  return {
    'content-type': 'application/json',
    'x-vault-request': 'true',
    'x-vault-token': await token(fresh),
    ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
  }
}

async function retrying<Answer>(once: () => Promise<Answer>, deadline: AbortSignal, timeoutMs: number) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once()
    } catch (error) {
      const failure = failureOf(error, timeoutMs)
      if (failure.code !== 'backend_unavailable' || attempt >= ATTEMPTS || deadline.aborted) throw failure
      await pause(PAUSE_MS * attempt)
    }
  }
}

/** Replaces the platform's error, which may quote the address and the request. */
function failureOf(error: unknown, timeoutMs: number): CustodyError {
  if (error instanceof CustodyError) return error
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError' || name === 'AbortError')
    return backendUnavailable(VAULT, `did not answer within ${timeoutMs} ms`)
  const code = typeof cause?.code === 'string' ? cause.code : name
  return backendUnavailable(VAULT, `could not be reached (${code})`)
}

async function answerOf(response: Response): Promise<VaultAnswer | 'forbidden'> {
  const { status } = response
  if (status !== 200 && status !== 400 && status !== 404) {
    await response.body?.cancel()
    if (status === 403) return 'forbidden'
    if (passes(status)) throw backendUnavailable(VAULT, `answered with status ${status}`)
    const remedy = 'Give the address of the active node or of a load balancer in front of it, without a path.'
    throw backendRefused(VAULT, `answered with status ${status}`, remedy)
  }
  const { data, errors } = await readJson(response)
  if (status === 200) return { data }
  return { status, errors: Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [] }
}

async function readJson(response: Response): Promise<{ data?: unknown; errors?: unknown }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw backendUnavailable(VAULT, `sent more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  try {
    const parsed: unknown = JSON.parse(bytes.toString())
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Told below, without the parser's message, which quotes what it read.
  } finally {
    for (const chunk of [bytes, ...chunks]) chunk.fill(0)
  }
  throw backendUnavailable(VAULT, 'sent a response in an unexpected form')
}

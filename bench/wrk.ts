import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Requests that wrk sends for some time. */
export interface Load {
  url: string
  path: string
  connections: number
  seconds: number
  /** Bearer tokens, used in turn, for GET requests. */
  tokens?: string[]
  /** Each request is a batch of one tap by the player of its token, numbered on from this number. */
  taps?: number
  /** JSON bodies, used in turn, for POST requests. */
  bodies?: string[]
  /** Headers of every request, such as the address that a proxy adds. */
  headers?: Record<string, string>
  /** Count error responses as answers, for a load that the server is expected to refuse. */
  allowRefusals?: boolean
}

const report = `
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), e.status, e.connect, e.read, e.write, e.timeout))
end`

/** Batches of taps must be numbered on, so their bodies are made while the load runs. */
const tapScript = (path: string, tokens: string[], from: number): string => `
local tokens = { ${tokens.map((token) => JSON.stringify(token)).join(', ')} }
local turn = 0
function request()
  local player = turn % #tokens + 1
  local seq = ${from} + math.floor(turn / #tokens) + 1
  turn = turn + 1
  local headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. tokens[player] }
  return wrk.format("POST", "${path}", headers, string.format('{"count":1,"seq":%d}', seq))
end`

/** A Lua script for wrk. It formats all requests before the load begins, so that the load only sends bytes. */
const script = (load: Load): string => {
  const { path, tokens, bodies, headers } = load
  if (load.taps !== undefined) return `${tapScript(load.path, tokens ?? [], load.taps)}${report}`
  const format = (method: string, more: Record<string, string>, body?: string) => {
    const fields = Object.entries({ ...headers, ...more }).map(([name, value]) => `["${name}"]="${value}"`)
    const content = body === undefined ? '' : `, ${JSON.stringify(body)}`
    return `wrk.format("${method}", "${path}", {${fields.join(', ')}}${content})`
  }
  const requests = bodies?.map((body) => format('POST', { 'Content-Type': 'application/json' }, body)) ??
    tokens?.map((token) => format('GET', { Authorization: `Bearer ${token}` })) ?? [format('GET', {})]
  return `
local requests
local turn = 0
function init(args) requests = { ${requests.join(',\n')} } end
function request() turn = turn % #requests + 1; return requests[turn] end
${report}`
}

/** What wrk measured. */
export interface LoadResult {
  requests: number
  /** Requests per second. */
  perSecond: number
  /** Latencies, microseconds. */
  p50: number
  p99: number
}

/** Loads a server from core 1 with wrk (https://github.com/wg/wrk). Throws when a request failed or had no answer. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'openauth-wrk-'))
  const file = join(folder, 'load.lua')
  writeFileSync(file, script(load), { mode: 0o600 })
  const options = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '20s', '-s', file, load.url]
  const child = spawn('taskset', ['-c', '1', 'wrk', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((done, fail) => {
    child.once('error', () => fail(new Error('wrk and taskset are needed: apt install wrk util-linux')))
    child.once('exit', () => done())
  }).finally(() => rmSync(folder, { recursive: true }))
  const match = /RESULT (\{.*\})/.exec(output)
  if (!match) throw new Error(`wrk printed no result:\n${output}`)
  const { requests, microseconds, p50, p99, status, ...unanswered } = JSON.parse(match[1]!) as Record<
    'requests' | 'microseconds' | 'p50' | 'p99' | 'status' | 'connect' | 'read' | 'write' | 'timeout',
    number
  >
  const failures = load.allowRefusals ? unanswered : { status, ...unanswered }
  if (Object.values(failures).some((count) => count > 0))
    throw new Error(`${load.url}${load.path} failed: ${JSON.stringify({ requests, ...failures })}`)
  return { requests, perSecond: requests / (microseconds / 1e6), p50, p99 }
}

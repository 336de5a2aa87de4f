import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Load {
  url: string
  path: string
  connections: number
  seconds: number
  /** Bearer tokens, used in turn, for GET requests. */
  tokens?: string[]
  /** JSON bodies, used in turn, for POST requests. */
  bodies?: string[]
}

/** Requests are made once, before the load, so that the generator only sends bytes. */
const script = ({ path, tokens, bodies }: Load): string => {
  const requests = tokens
    ? tokens.map((token) => `wrk.format("GET", "${path}", {["Authorization"]="Bearer ${token}"})`)
    : (bodies ?? []).map(
        (body) => `wrk.format("POST", "${path}", {["Content-Type"]="application/json"}, ${JSON.stringify(body)})`,
      )
  return `
local requests
local turn = 0
function init(args) requests = { ${requests.join(',\n')} } end
function request() turn = turn % #requests + 1; return requests[turn] end
function done(summary)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}',
    summary.requests, summary.duration, e.status, e.connect, e.read, e.write, e.timeout))
end`
}

export interface Outcome {
  requests: number
  perSecond: number
}

/** Loads a server from core 1 with wrk (https://github.com/wg/wrk). Throws when an answer was a refusal or stayed away. */
export const runLoad = async (load: Load): Promise<Outcome> => {
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
  const found = /RESULT (\{.*\})/.exec(output)
  if (!found) throw new Error(`wrk said:\n${output}`)
  const { requests, microseconds, ...failures } = JSON.parse(found[1]!) as Record<
    'requests' | 'microseconds' | 'status' | 'connect' | 'read' | 'write' | 'timeout',
    number
  >
  if (Object.values(failures).some((count) => count > 0))
    throw new Error(`${load.url}${load.path} failed: ${JSON.stringify({ requests, ...failures })}`)
  return { requests, perSecond: requests / (microseconds / 1e6) }
}

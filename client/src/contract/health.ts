import * as z from 'zod'
import * as endpoints from './endpoints/health.ts'
import { Instant } from './fields.ts'
import { networks } from './networks.ts'
import { route } from './route.ts'

const latencyMs = z.number().nullable().describe('milliseconds until its answer; null without one')
const error = z.string().nullable().describe('why there is no answer; null if there is one')

export const Health = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'failing'])
      .describe('`failing`: the database does not answer; `degraded`: something else does not'),
    version: z.string(),
    nodeVersion: z.string(),
    startedAt: Instant,
    uptimeSeconds: z.int(),
    memory: z.object({ resident: z.int(), heapUsed: z.int() }).describe('of this process, in bytes'),
    requests: z
      .object({ answered: z.int(), failed: z.int().describe('with a status of 500 or more') })
      .describe('what this server answered in the last minute'),
    database: z.object({
      kind: z.enum(['embedded', 'external']),
      version: z.string().nullable(),
      latencyMs,
      error,
      connections: z
        .object({ inUse: z.int(), idle: z.int(), waiting: z.int(), max: z.int() })
        .describe("this server's connections, and the queries that wait for one"),
    }),
    redis: z.object({ reachable: z.boolean() }).nullable().describe('null without Redis'),
    nodes: z.array(
      z.object({
        network: z.enum(networks),
        host: z.string().describe('host and port; the rest of the address may be a key'),
        latencyMs,
        error,
        lastAnswerAt: Instant.nullable().describe('since this server started'),
      }),
    ),
    signer: z.object({ kind: z.enum(['inline', 'process', 'external']), latencyMs, error }),
    mail: z
      .enum(['smtp', 'folder', 'none'])
      .describe('`folder`: mails are files in the data folder, as in development; `none`: not set up'),
    settings: z.array(z.string()).describe('the names of the settings that are set, never their values'),
  })
  .meta({ id: 'Health' })
export type Health = z.input<typeof Health>

const finding = z.object({ ok: z.boolean(), code: z.string(), message: z.string(), remedy: z.string().nullable() })

export const Diagnosis = z
  .object({
    at: Instant.describe("the answering server's clock"),
    databaseAt: Instant.describe("the database's clock at the same moment"),
    disk: z
      .object({ freeBytes: z.int(), totalBytes: z.int() })
      .nullable()
      .describe('of the data folder; null if the system does not tell'),
    mail: finding.describe('whether the mail server lets this server in; no mail is sent'),
    redis: z.object({ latencyMs, error }).nullable().describe('null without Redis'),
    publicUrl: z.string(),
    isPublicUrlSet: z.boolean(),
    isProduction: z.boolean(),
    request: z
      .object({
        ip: z.string().describe('whose this request is, as limits and sessions see it'),
        isForwarded: z.boolean().describe('whether it came with the headers of a proxy'),
        trustsProxies: z.boolean().describe('whether OPENAUTH_TRUSTED_PROXIES is set'),
      })
      .describe('this request as the server sees it'),
  })
  .meta({ id: 'Diagnosis' })
export type Diagnosis = z.output<typeof Diagnosis>

export const health = {
  show: route(endpoints.health.show, {
    summary: 'Show whether the server and what it depends on answer',
    description:
      'Asks the database, the signer and every chain node, at most every five seconds. Of several servers it describes the one that ' +
      'answers. `/readyz` tells load balancers whether to use it.',
    input: z.object({}),
    output: Health,
  }),
  diagnose: route(endpoints.health.diagnose, {
    summary: 'Check what `health.show` does not: clocks, disk, mail server, and how requests reach the server',
    description:
      'Connects to the mail server and authenticates there, at most every five seconds. `openauth doctor` asks for it.',
    input: z.object({}),
    output: Diagnosis,
  }),
}

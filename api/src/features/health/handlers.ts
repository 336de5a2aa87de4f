import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { cachedFor } from '../../lib/cached-for.ts'
import type { RequestCounts } from '../../lib/request-counts.ts'
import { version } from '../../version.ts'
import { record } from '../audit/record.ts'
import { createDiagnosis } from './diagnosis.ts'
import { createNodeProbes } from './nodes.ts'
import { probe } from './probe.ts'
import type { NodeWatch } from '../nodes/node-watch.ts'
import type { Nodes } from '../nodes/nodes.ts'

/** What the report on health asks. */
interface HealthNeeds extends Pick<Platform, 'db' | 'keys' | 'redis' | 'settings' | 'mailer'> {
  nodes: Nodes
  nodeWatch: NodeWatch
  requestCounts: RequestCounts
}

const databaseHealth = async ({ db, settings }: Pick<Platform, 'db' | 'settings'>) => {
  let serverVersion: string | null = null
  const result = await probe(async () => {
    const { rows } = await db.pool.query<{ server_version: string }>('SHOW server_version')
    serverVersion = rows[0]!.server_version
  })
  const { totalCount, idleCount, waitingCount } = db.pool
  return {
    ...result,
    kind: settings.databaseUrl === undefined ? ('embedded' as const) : ('external' as const),
    version: serverVersion,
    connections: { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: settings.databasePool },
  }
}

const mailOf = ({ settings, mailer }: Pick<Platform, 'settings' | 'mailer'>) => {
  if (!mailer) return 'none' as const
  return settings.smtpUrl === undefined ? ('folder' as const) : ('smtp' as const)
}

const startedAt = new Date(Date.now() - process.uptime() * 1000)

/** How long an answer is cached before the nodes are asked again. Milliseconds. */
const TOLD_FOR = 5_000

const askAll = async (deps: HealthNeeds, probeNodes: ReturnType<typeof createNodeProbes>) => {
  const { settings, redis, keys, requestCounts } = deps
  const [database, nodes, signer] = await Promise.all([databaseHealth(deps), probeNodes(), probe(() => keys.status())])
  const isWhole = signer.error === null && redis?.isReachable() !== false && nodes.every(({ error }) => error === null)
  const { rss, heapUsed } = process.memoryUsage()
  return {
    status: database.error === null ? (isWhole ? ('ok' as const) : ('degraded' as const)) : ('failing' as const),
    version,
    nodeVersion: process.version,
    startedAt,
    uptimeSeconds: Math.floor(process.uptime()),
    memory: { resident: rss, heapUsed },
    requests: requestCounts.lastMinute(),
    database,
    nodes,
    redis: redis ? { reachable: redis.isReachable() } : null,
    signer: { ...signer, kind: settings.signer.kind },
    mail: mailOf(deps),
    settings: settings.given,
  }
}

export const healthHandlers = (deps: HealthNeeds): Handlers<'health'> => {
  const probeNodes = createNodeProbes(deps.nodes, deps.nodeWatch)
  return {
    diagnose: createDiagnosis(deps),
    show: cachedFor(TOLD_FOR, () => askAll(deps, probeNodes)),
  }
}

export const jobHandlers = ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Handlers<'jobs'> => ({
  list: () => jobs.report(),
  retry: async ({ kind, id }, context) => {
    if (!(await jobs.retry(kind, id))) throw new Problem('job_not_found')
    await record(db.prisma, context, { action: 'job.retry', targetId: id, details: { kind } })
    return {}
  },
})

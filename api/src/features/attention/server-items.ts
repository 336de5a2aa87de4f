import { type AttentionItem, networks } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import type { AttentionNeeds } from './needs.ts'

type Item = AttentionItem

/** Milliseconds. */
const DAY = 86_400_000
/** How old the key that signs tokens may be. Days. */
const SIGNING_KEY_DAYS = 365
/** After this long without a call, what is known of a node is too old to tell. Milliseconds. */
const OUTAGE_KNOWN_FOR = 3_600_000

/** Nodes that did not answer the last call of this server: one item, since one cause often stops them all. */
const nodeItems = ({ nodeWatch }: Pick<AttentionNeeds, 'nodeWatch'>, now: Date): Item[] => {
  const outages = nodeWatch.outages().filter(({ lastAt }) => now.getTime() - lastAt.getTime() < OUTAGE_KNOWN_FOR)
  if (outages.length === 0) return []
  const out = new Set(outages.map(({ network }) => network))
  const data = {
    networks: networks.filter((network) => out.has(network)),
    hosts: [...new Set(outages.map(({ host }) => host))],
    since: Math.min(...outages.map(({ since }) => since.getTime())),
    lastAt: Math.max(...outages.map(({ lastAt }) => lastAt.getTime())),
  }
  return [{ code: 'node_unreachable', severity: 'error', appId: null, subject: null, data }]
}

/** Key-encryption keys that this server lacks, and those that still wrap data keys although another one is current. */
const kekItems = async ({ db, keys }: Pick<Platform, 'db' | 'keys'>): Promise<Item[]> => {
  const [{ current }, canaries] = await Promise.all([
    keys.status(),
    db.prisma.keyCanary.findMany({ select: { kekId: true } }),
  ])
  const used = await Promise.all(
    canaries.map(async ({ kekId }) => {
      const row = await db.prisma.dataKey.findFirst({ where: { kekId }, select: { kekId: true } })
      return { kekId, rows: row ? 1 : 0 }
    }),
  )
  const { missing } = await keys.plan(used)
  return used.flatMap(({ kekId, rows }): Item[] => {
    const about = { appId: null, subject: kekId, data: {} }
    if (rows === 0) return []
    if (missing.includes(kekId)) return [{ code: 'kek_missing', severity: 'error', ...about }]
    return kekId !== current ? [{ code: 'kek_outdated', severity: 'notice', ...about }] : []
  })
}

const signingKeyItems = async ({ tokenKeys }: Pick<AttentionNeeds, 'tokenKeys'>, now: Date): Promise<Item[]> => {
  const { kid, activeAt } = await tokenKeys.current()
  const days = Math.floor((now.getTime() - activeAt.getTime()) / DAY)
  if (days < SIGNING_KEY_DAYS) return []
  return [{ code: 'signing_key_old', severity: 'notice', appId: null, subject: kid, data: { days } }]
}

/** How far a server's clock may be from the database's. Milliseconds. */
const CLOCK_TOLERANCE = 5000

/** The answering server's clock where it is wrong, or the database's is: energy of players, sessions and days go by servers' clocks. */
const clockItems = async ({ db }: Pick<Platform, 'db'>, now: Date): Promise<Item[]> => {
  const { rows } = await db.pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds',
  )
  const ahead = now.getTime() - rows[0]!.seconds * 1000
  if (Math.abs(ahead) < CLOCK_TOLERANCE) return []
  const data = { seconds: Math.round(ahead / 1000) }
  return [{ code: 'clock_differs', severity: 'error', appId: null, subject: null, data }]
}

/** Kinds of background jobs of which some failed for good in the last day. */
const jobItems = async ({ failedJobs }: Pick<Platform, 'failedJobs'>): Promise<Item[]> =>
  Object.entries(await failedJobs())
    .filter(([, failed]) => failed > 0)
    .map(([kind, failed]) => ({
      code: 'jobs_failed',
      severity: 'warning',
      appId: null,
      subject: kind,
      data: { failed },
    }))

/** Players whose rings are not what their ledger says: one item an app. */
const ledgerItems = ({ ledgerWatch }: Pick<AttentionNeeds, 'ledgerWatch'>): Item[] => {
  const players = ledgerWatch.differences()
  const apps = [...new Set(players.map(({ appId }) => appId))]
  return apps.map((appId) => {
    const found = players.filter((player) => player.appId === appId)
    const about = { code: 'ring_ledger_differs', severity: 'error', appId, subject: found[0]!.userId } as const
    return { ...about, data: { players: found.length } }
  })
}

/** Apps whose boards differ from the accounts again and again: one item an app. */
const boardItems = ({ boardWatch }: Pick<AttentionNeeds, 'boardWatch'>): Item[] =>
  boardWatch.persisting().map(({ appId, corrected }) => ({
    code: 'boards_differ',
    severity: 'warning',
    appId,
    subject: null,
    data: { corrected },
  }))

/** Players whose appeals wait for an operator: one item an app. */
const reviewItems = async ({ db }: Pick<Platform, 'db'>): Promise<Item[]> => {
  const where = { state: 'appealed' } as const
  const counts = await db.prisma.playerReview.groupBy({ by: ['appId'], where, _count: true })
  return Promise.all(
    counts.map(async ({ appId, _count: players }): Promise<Item> => {
      const first = await db.prisma.playerReview.findFirst({ where: { ...where, appId }, orderBy: { since: 'asc' } })
      return {
        code: 'players_await_review',
        severity: 'notice',
        appId,
        subject: first?.userId ?? null,
        data: { players },
      }
    }),
  )
}

/** What is wrong with the server's keys, nodes and jobs. Calls no other server than the key service. */
export const serverItems = async (
  deps: Pick<AttentionNeeds, 'db' | 'keys' | 'tokenKeys' | 'nodeWatch' | 'failedJobs' | 'ledgerWatch' | 'boardWatch'>,
  now = new Date(),
): Promise<Item[]> => {
  const found = await Promise.all([
    kekItems(deps),
    signingKeyItems(deps, now),
    jobItems(deps),
    reviewItems(deps),
    clockItems(deps, now),
  ])
  return [...nodeItems(deps, now), ...ledgerItems(deps), ...boardItems(deps), ...found.flat()]
}

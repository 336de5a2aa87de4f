import { transactionStatuses } from '@openauth/client'
import { countText, latencyText, rateText, spanText } from './amounts-text.ts'
import type { AttentionItem, Health, Stats } from './calls.ts'
import type { Tone } from './lines.ts'

/** One thing that the board says: a label and what is true of it. */
export interface Fact {
  label: string
  value: string
  tone?: Tone
  /** What a bar beside it stands for. */
  count?: number
  /** An id or address: where there is no room for it, its middle is left out. */
  isId?: true
}

/** Whether the server and its parts answer, in a word. */
export const statusOf = ({ status }: Pick<Health, 'status'>): { text: string; tone: Tone } =>
  (
    {
      ok: { text: 'ok', tone: 'good' },
      degraded: { text: 'degraded', tone: 'warn' },
      failing: { text: 'failing', tone: 'bad' },
    } as const
  )[status]

const databaseFact = ({ database: { error, latencyMs, connections } }: Health): Fact => {
  if (error !== null) return { label: 'database', value: error, tone: 'bad' }
  const { inUse, max, waiting } = connections
  const parts = [latencyText(latencyMs ?? 0), `${inUse} of ${max} busy`, ...(waiting > 0 ? [`${waiting} wait`] : [])]
  return { label: 'database', value: parts.join(', '), ...(waiting > 0 ? { tone: 'warn' } : {}) }
}

const nodesFact = ({ nodes }: Health): Fact => {
  const gone = nodes.filter(({ error }) => error !== null)
  if (nodes.length === 0) return { label: 'nodes', value: 'none' }
  if (gone.length === 0)
    return { label: 'nodes', value: nodes.length === 1 ? 'it answers' : `all ${nodes.length} answer` }
  if (gone.length === nodes.length) return { label: 'nodes', value: `none of ${nodes.length} answers`, tone: 'warn' }
  const names = [...new Set(gone.map(({ network }) => network))].join(', ')
  return { label: 'nodes', value: `${gone.length} of ${nodes.length} silent: ${names}`, tone: 'warn' }
}

const mailWords = { smtp: 'set up', folder: 'into a folder', none: 'not set up' } as const

/** What health says of the server, the most important first. */
export const serverFacts = (health: Health): Fact[] => {
  const { signer, redis, mail, uptimeSeconds, memory, version } = health
  const { text, tone } = statusOf(health)
  return [
    { label: 'status', value: text, tone },
    { label: 'up', value: spanText(uptimeSeconds * 1000) },
    databaseFact(health),
    signer.error === null
      ? { label: 'signer', value: latencyText(signer.latencyMs ?? 0) }
      : { label: 'signer', value: signer.error, tone: 'bad' },
    nodesFact(health),
    ...(redis === null
      ? []
      : [
          redis.reachable
            ? { label: 'redis', value: 'answers' }
            : { label: 'redis', value: 'no answer', tone: 'bad' as const },
        ]),
    { label: 'mail', value: mailWords[mail] },
    { label: 'memory', value: `${Math.round(memory.resident / 1e6)} MB` },
    { label: 'version', value: version },
  ]
}

/** Requests a second, over the last minute or since the server started. */
export const requestRate = ({ requests, uptimeSeconds }: Health): number =>
  requests.answered / Math.min(60, Math.max(1, uptimeSeconds))

export const requestFacts = (health: Health): Fact[] => {
  const { failed } = health.requests
  return [
    { label: 'rate', value: `${rateText(requestRate(health))} a second` },
    { label: 'failed', value: `${countText(failed)} in a minute`, ...(failed > 0 ? { tone: 'bad' } : {}) },
  ]
}

export const userFacts = ({ users, totals }: Stats): Fact[] => [
  { label: 'all', value: countText(users) },
  { label: 'new today', value: countText(totals.registrations) },
  { label: 'active today', value: countText(totals.activeUsers) },
]

const sum = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((all, count) => all + (count ?? 0), 0)

/** Today's logins, all methods together. */
export const loginCount = ({ totals }: Stats): number => sum(totals.logins)

/** Today's logins by method, the most used first. */
export const loginFacts = ({ totals }: Stats): Fact[] =>
  Object.entries(totals.logins)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([method, count]) => ({ label: method, value: countText(count), count }))

/** Today's login calls that failed. */
export const failedFact = ({ totals }: Stats): Fact => {
  const failed = sum(totals.failedLogins)
  return { label: 'failed', value: countText(failed), ...(failed > 0 ? { tone: 'warn' } : {}) }
}

const sendTones: Partial<Record<(typeof transactionStatuses)[number], Tone>> = { failed: 'bad', expired: 'warn' }

/** Today's sends by their present state, over all networks. */
export const sendFacts = ({ totals }: Stats): Fact[] =>
  transactionStatuses.map((status) => {
    const count = Object.values(totals.sends).reduce((all, counts) => all + counts[status], 0)
    const tone = count > 0 ? sendTones[status] : undefined
    return { label: status, value: countText(count), count, ...(tone ? { tone } : {}) }
  })

/** Today's sends in all states. */
export const sendCount = (stats: Stats): number => sendFacts(stats).reduce((all, { count = 0 }) => all + count, 0)

/** Logins of each hour of today. */
export const loginsByHour = ({ hours }: Stats): number[] => hours.map(({ logins }) => sum(logins))

/** What needs attention, in a sentence; undefined if nothing does. */
export const attentionText = (items: readonly AttentionItem[]): string | undefined => {
  const serious = items.filter(({ severity }) => severity !== 'notice')
  if (serious.length === 0) return undefined
  const codes = [...new Set(serious.map(({ code }) => code.replaceAll('_', ' ')))].join(', ')
  return `Needs attention: ${codes}. See: openauth attention list`
}

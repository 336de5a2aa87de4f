import type { Client } from '@openauth/client'
import { timeIn } from '../../components/filter-menu.tsx'
import type { CursorPage } from '../../lib/list-address.ts'

export type AuditEvent = Awaited<ReturnType<Client['audit']['list']>>['data'][number]
export type AuditInput = NonNullable<Parameters<Client['audit']['list']>[0]>

const actors = ['admin', 'app', 'user', 'server'] as const
const texts = ['q', 'actorId', 'action', 'targetId', 'ip'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters of the address, as the API takes them; what is not valid counts as absent. */
export const filtersIn = (params: URLSearchParams): AuditInput => {
  const actor = actors.find((name) => name === params.get('actor'))
  const app = params.get('appId') ?? ''
  const from = timeIn(params, 'from')
  const to = timeIn(params, 'to')
  const given = texts.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value.slice(0, name === 'q' ? 320 : 64)]] : []
  })
  return {
    ...(Object.fromEntries(given) as Partial<Record<(typeof texts)[number], string>>),
    ...(actor && { actor }),
    ...(UUID.test(app) && { appId: app }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(params.get('order') === 'asc' && { order: 'asc' as const }),
  }
}

/** The call for one page. */
export const pageInput = (
  filters: AuditInput,
  { cursor, limit }: Pick<CursorPage, 'cursor' | 'limit'>,
): AuditInput => ({
  ...filters,
  limit,
  ...(cursor && { cursor }),
})

/** A detail as text: lists and rules as JSON writes them. */
export const detailText = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.map(detailText).join(', ') || '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One thing that was recorded. Of a change both values are known, else `value`. */
export interface Detail {
  name: string
  value?: unknown
  change?: { before: unknown; after: unknown }
}

const objectIn = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/**
 * The details of an event one by one. `before` has the old values by name; the new ones are in `after`, or beside it. The
 * list `changed` repeats their names.
 */
export const detailsOf = (details: Readonly<Record<string, unknown>>): Detail[] => {
  const before = objectIn(details['before'])
  if (!before) return Object.entries(details).map(([name, value]) => ({ name, value }))
  const { changed: _, before: __, after: ___, ...beside } = details
  const after = objectIn(details['after'])
  const now = after ?? beside
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const changes = [...names].map((name) => ({ name, change: { before: before[name], after: now[name] } }))
  return [...changes, ...Object.entries(after ? beside : {}).map(([name, value]) => ({ name, value }))]
}

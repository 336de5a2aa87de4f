import { type Client, type Provider, providers } from '@openauth/client'
import type { TableSort } from '@openauth/ui/data-table'
import type { CursorPage } from '../../lib/list-address.ts'

type FindInput = NonNullable<Parameters<Client['users']['find']>[0]>

const dayFilters = ['registeredFrom', 'registeredTo', 'seenFrom', 'seenTo'] as const
export type DayFilter = (typeof dayFilters)[number]

/** The filters of a list of users as its address has them; days as `2026-01-31`, in the operator's time zone. */
export type UserFilters = { q?: string; state?: 'active' | 'disabled'; method?: Provider } & {
  [D in DayFilter]?: string
}

/** The names of all filters but the search, in the order of their chips. */
export const filterNames = ['state', 'method', ...dayFilters] as const
export type FilterName = (typeof filterNames)[number]

const DAY = /^(19[7-9]\d|[2-9]\d{3})-(\d{2})-(\d{2})$/

/** The first moment of a day in milliseconds since 1970, `days` later; undefined for what is no day. */
export const startOfDay = (day: string, days = 0): number | undefined => {
  const [, year, month, date] = DAY.exec(day) ?? []
  if (!year) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date) + days)
  return start.getTime() >= 0 ? start.getTime() : undefined
}

const isOneOf = <T extends string>(values: readonly T[], value: string | null): value is T =>
  (values as readonly (string | null)[]).includes(value)

/** Reads the filters from an address; what no filter can be is left out. */
export const filtersOf = (params: URLSearchParams): UserFilters => {
  const q = params.get('q')?.slice(0, 320)
  const state = params.get('state')
  const method = params.get('method')
  const days = dayFilters.flatMap((name) => {
    const day = params.get(name) ?? ''
    return startOfDay(day) === undefined ? [] : [[name, day] as const]
  })
  return {
    ...(q && { q }),
    ...(isOneOf(['active', 'disabled'], state) && { state }),
    ...(isOneOf(providers, method) && { method }),
    ...(Object.fromEntries(days) as Partial<Record<DayFilter, string>>),
  }
}

const sortable = ['createdAt', 'lastSeenAt'] as const

/** Reads the order from an address: a column's id, with a minus for descending; the newest first unless told. */
export const sortOf = (params: URLSearchParams): TableSort & { id: (typeof sortable)[number] } => {
  const text = params.get('sort') ?? ''
  const id = text.replace(/^-/, '')
  return isOneOf(sortable, id) ? { id, isDescending: text.startsWith('-') } : { id: 'createdAt', isDescending: true }
}

/** The text of an order in an address. */
export const sortText = ({ id, isDescending }: TableSort): string => (isDescending ? `-${id}` : id)

/** The input of `users.find`. The last day of a range is part of it. */
export const findInput = (
  params: URLSearchParams,
  appId: string | undefined,
  page: Pick<CursorPage, 'cursor' | 'limit'>,
): FindInput => {
  const { registeredFrom, registeredTo, seenFrom, seenTo, ...filters } = filtersOf(params)
  const { id, isDescending } = sortOf(params)
  const input = {
    ...filters,
    appId,
    sortBy: id,
    order: isDescending ? ('desc' as const) : ('asc' as const),
    createdFrom: startOfDay(registeredFrom ?? ''),
    createdTo: startOfDay(registeredTo ?? '', 1),
    lastSeenFrom: startOfDay(seenFrom ?? ''),
    lastSeenTo: startOfDay(seenTo ?? '', 1),
    cursor: page.cursor,
    limit: page.limit,
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

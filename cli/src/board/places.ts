import { type Input, type PlayerAccount } from '@openauth/client'
import { Failure } from '../failure.ts'
import type { Answer, App, AttentionItem, AuditEvent, Calls, FoundUser, Health, Stats } from './calls.ts'

export type AppName = Pick<App, 'id' | 'name'>

/** Where on the board one is. */
export type Place =
  | { kind: 'overview' }
  | { kind: 'app'; app: AppName }
  | { kind: 'search'; text: string; app?: AppName }
  | { kind: 'user'; app: AppName; id: string; name: string }

export interface OverviewData {
  kind: 'overview'
  health: Health
  today: Stats
  events: AuditEvent[]
  apps: App[]
  /** Of the first apps, by their ids. */
  figures: ReadonlyMap<string, Stats>
  attention: AttentionItem[]
  /** When apps, their figures and what needs attention were asked for. */
  slowAt: number
}

/** Users of a list that is read page by page. */
export interface UserList {
  users: FoundUser[]
  total: number
  isCapped: boolean
  next: string | null
}

export interface AppData {
  kind: 'app'
  app: App
  today: Stats
  list: UserList
}

export interface SearchData {
  kind: 'search'
  apps: App[]
  list: UserList
}

export interface UserData {
  kind: 'user'
  user: Answer<'users', 'get'>
  identities: Answer<'users', 'identities'>
  wallets: Answer<'users', 'wallets'>
  sessions: Answer<'users', 'sessions'>
  sends: Answer<'users', 'transactions'>['data']
  /** Null for a user who has never played. */
  player: PlayerAccount | null
}

export type PlaceData = OverviewData | AppData | SearchData | UserData

/** How often what changes seldom is asked for. Milliseconds. */
const SLOW = 60_000
/** Of so many apps the overview shows figures, each a call. */
const WITH_FIGURES = 12
const EVENTS = 40
const USERS = 50
const SENDS = 5

const readFigures = async (call: Calls, apps: App[]): Promise<ReadonlyMap<string, Stats>> => {
  const figures = new Map<string, Stats>()
  for (const { id } of apps.slice(0, WITH_FIGURES)) {
    const stats = await call('stats', 'ofApp', { id, days: 1 }).catch(() => undefined)
    if (stats) figures.set(id, stats)
  }
  return figures
}

type Slow = Pick<OverviewData, 'apps' | 'figures' | 'attention' | 'slowAt'>

const readSlow = async (call: Calls): Promise<Slow> => {
  const apps = await call('apps', 'list')
  // A part that is down is what health says; it hides nothing else.
  const attention = await call('attention', 'list').catch(() => [])
  return { apps, attention, figures: await readFigures(call, apps), slowAt: Date.now() }
}

/** One call after the other: a burst of them would be the load that health tells. */
const readOverview = async (call: Calls, before: OverviewData | undefined): Promise<OverviewData> => {
  const isOld = before === undefined || Date.now() - before.slowAt >= SLOW
  const health = await call('health', 'show')
  const today = await call('stats', 'get', { days: 1 })
  const { data: events } = await call('audit', 'list', { limit: EVENTS })
  const { apps, figures, attention, slowAt } = isOld ? await readSlow(call) : before
  return { kind: 'overview', health, today, events, apps, figures, attention, slowAt }
}

const readUsers = async (call: Calls, input: Input): Promise<UserList> => {
  const { data, meta } = await call('users', 'find', { limit: USERS, ...input })
  return { users: data, total: meta.totalItems, isCapped: meta.totalIsCapped, next: meta.nextCursor }
}

/** What a list of users is asked for. */
const filterOf = (place: Place): Input => {
  if (place.kind === 'app') return { appId: place.app.id }
  if (place.kind === 'search') return { q: place.text, ...(place.app ? { appId: place.app.id } : {}) }
  return {}
}

/** A list of which more than the first page was read stays as it is: a new first page would move all rows. */
const keepOrRead = async (call: Calls, place: Place, before: UserList | undefined): Promise<UserList> =>
  before && before.users.length > USERS ? before : readUsers(call, filterOf(place))

const readApp = async (call: Calls, place: Place & { kind: 'app' }, before: AppData | undefined): Promise<AppData> => {
  const { id } = place.app
  const [app, today, list] = await Promise.all([
    call('apps', 'get', { id }),
    call('stats', 'ofApp', { id, days: 1 }),
    keepOrRead(call, place, before?.list),
  ])
  return { kind: 'app', app, today, list }
}

const readSearch = async (call: Calls, place: Place & { kind: 'search' }, before: SearchData | undefined) => {
  const [apps, list] = await Promise.all([place.app ? [] : call('apps', 'list'), keepOrRead(call, place, before?.list)])
  const sought = place.text.toLowerCase()
  return { kind: 'search' as const, apps: apps.filter(({ name }) => name.toLowerCase().includes(sought)), list }
}

const readPlayer = (call: Calls, one: Input): Promise<PlayerAccount | null> =>
  call('gamePlayers', 'get', one).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'player_not_found') return null
    throw error
  })

const readUser = async (call: Calls, { app, id }: Place & { kind: 'user' }): Promise<UserData> => {
  const one = { appId: app.id, id }
  const [user, identities, wallets, sessions, sends, player] = await Promise.all([
    call('users', 'get', one),
    call('users', 'identities', one),
    call('users', 'wallets', one),
    call('users', 'sessions', one),
    call('users', 'transactions', { ...one, limit: SENDS }),
    readPlayer(call, one),
  ])
  return { kind: 'user', user, identities, wallets, sessions, sends: sends.data, player }
}

/** Reads what a place shows. `before` is what it showed: parts that change seldom are taken over from it. */
export const readPlace = (call: Calls, place: Place, before: PlaceData | undefined): Promise<PlaceData> => {
  switch (place.kind) {
    case 'overview':
      return readOverview(call, before?.kind === 'overview' ? before : undefined)
    case 'app':
      return readApp(call, place, before?.kind === 'app' ? before : undefined)
    case 'search':
      return readSearch(call, place, before?.kind === 'search' ? before : undefined)
    case 'user':
      return readUser(call, place)
  }
}

/** The list of users of a place. */
export const listOf = (data: PlaceData | undefined): UserList | undefined =>
  data?.kind === 'app' || data?.kind === 'search' ? data.list : undefined

/** A list with its next page. Rows that moved to it meanwhile are not shown twice. */
export const readMore = async (call: Calls, place: Place, list: UserList): Promise<UserList> => {
  const more = await readUsers(call, { ...filterOf(place), cursor: list.next })
  const known = new Set(list.users.map(({ id }) => id))
  return { ...more, users: [...list.users, ...more.users.filter(({ id }) => !known.has(id))] }
}

import { userName } from '@openauth/client'
import { exitCodes, Failure } from '../failure.ts'
import type { Calls } from './calls.ts'
import { requestRate } from './facts.ts'
import { listOf, type Place, type PlaceData, readMore, readPlace, type UserList } from './places.ts'
import { type BoardState, type Entry, itemsOf, type Link, openEntry } from './state.ts'
import { createStore, type Given, openPlace, type Store } from './store.ts'

/** How the board ended: the operator left it, or wants to sign in again. */
export type Ending = 'quit' | 'login'

export interface BoardOptions extends Given {
  call: Calls
}

/** The live board without its looks: what is open, what it shows, and the questions to the server. */
export interface Board extends Pick<Store, 'state' | 'subscribe' | 'change' | 'changeEntry'> {
  /** Settles with the first answer, or without one. */
  asked: Promise<void>
  open: (place: Place) => void
  back: () => void
  /** Asks for all of the open place at once. */
  refresh: () => Promise<void>
  /** Reads the next page of the open list, if there is one. */
  readOn: () => Promise<void>
  end: (ending: Ending) => void
  /** Settles when the board has ended, and asks nothing any more. */
  ended: Promise<Ending>
}

/** The longest wait between two questions to a server that does not answer. Milliseconds. */
const LONGEST_WAIT = 60_000
/** How many rates of requests are remembered. */
const RATES = 240
/** Users and apps change less than the overview. */
const BELOW_OVERVIEW = 3

/** How long to wait after so many failures one after the other: each time twice as long. Milliseconds. */
export const waitAfter = (failures: number, every: number): number =>
  Math.min(Math.max(LONGEST_WAIT, every), every * 2 ** Math.min(failures, 20))

/** How often a place is asked for. Milliseconds. */
export const intervalOf = ({ kind }: Place, every: number): number =>
  kind === 'overview' ? every : every * BELOW_OVERVIEW

/** Failures that say nothing about what was asked: the server is not there, or cannot work. */
const isGone = (error: unknown): boolean =>
  !(error instanceof Failure) || error.code === undefined || /^(internal|.*_unavailable|server_busy)$/.test(error.code)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const linkAfter = (error: unknown, { link, every }: BoardState): Link => {
  if (error instanceof Failure && error.exitCode === exitCodes.notSignedIn)
    return { kind: 'ended', message: error.message }
  if (!isGone(error)) return { kind: 'live', at: Date.now() }
  const failures = (link.kind === 'gone' ? link.failures : 0) + 1
  const lastAnswerAt = link.kind === 'live' ? link.at : link.kind === 'gone' ? link.lastAnswerAt : undefined
  return {
    kind: 'gone',
    message: messageOf(error),
    failures,
    retryAt: Date.now() + waitAfter(failures, every),
    lastAnswerAt,
  }
}

/** An entry with what the server answered. The row with the same thing as before stays chosen where rows have moved. */
const withData = (entry: Entry, data: PlaceData): Entry => {
  const { problem: _, ...rest } = entry
  const key = itemsOf(entry.data, userName)[entry.row]?.key
  const found = itemsOf(data, userName).findIndex((item) => item.key === key)
  return { ...rest, data, row: found >= 0 ? found : entry.row }
}

const withList = (entry: Entry, list: UserList): Entry =>
  entry.data?.kind === 'app' || entry.data?.kind === 'search' ? { ...entry, data: { ...entry.data, list } } : entry

/** Reads a place once, and puts what came of it into the state. `isWhole`: also what changes seldom. */
const ask = async (store: Store, call: Calls, place: Place, isWhole: boolean): Promise<void> => {
  const { state, change, changeEntry } = store
  try {
    const data = await readPlace(call, place, isWhole ? undefined : openEntry(state()).data)
    changeEntry(place, (entry) => withData(entry, data))
    const { rates } = state()
    const more = data.kind === 'overview' ? { rates: [...rates, requestRate(data.health)].slice(-RATES) } : {}
    change({ link: { kind: 'live', at: Date.now() }, ...more })
  } catch (error) {
    const link = linkAfter(error, state())
    if (link.kind === 'live') changeEntry(place, (entry) => ({ ...entry, problem: messageOf(error) }))
    change({ link })
  }
}

/** Asks again and again: one question at a time, and the next one a while after the last was answered. */
const createPolling = (store: Store, { call, every }: BoardOptions) => {
  let timer: NodeJS.Timeout | undefined
  let turn = 0
  let isEnded = false
  const poll = async (isWhole: boolean): Promise<void> => {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    const place = openPlace(store)
    await ask(store, call, place, isWhole)
    // Something else was opened meanwhile, which asks for itself.
    if (isEnded || mine !== turn) return
    const { link } = store.state()
    // A session that has ended does not come back.
    if (link.kind === 'ended') return
    const wait = link.kind === 'gone' ? link.retryAt - Date.now() : intervalOf(place, every)
    timer = setTimeout(() => void poll(false), Math.max(0, wait))
  }
  return {
    poll,
    stop: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/** Reads the next pages of the open list, one at a time. */
const createReadOn = (store: Store, call: Calls): Board['readOn'] => {
  let isReading = false
  return async () => {
    const place = openPlace(store)
    const list = listOf(openEntry(store.state()).data)
    if (isReading || !list?.next) return
    isReading = true
    const longer = await readMore(call, place, list).catch(() => undefined)
    isReading = false
    if (longer) store.changeEntry(place, (entry) => withList(entry, longer))
  }
}

/** Creates a board that shows the overview, and asks for it at once. */
export const createBoard = (options: BoardOptions): Board => {
  const store = createStore(options)
  const { state, change } = store
  const { poll, stop } = createPolling(store, options)
  let tell: (ending: Ending) => void
  const ended = new Promise<Ending>((resolve) => (tell = resolve))
  // While the server is gone, the seconds until the next try are counted down.
  const clock = setInterval(() => state().link.kind === 'gone' && change({}), 1000)
  return {
    ...store,
    asked: poll(true),
    open: (place) => {
      change({ entries: [...state().entries, { place, row: 0 }] })
      void poll(true)
    },
    back: () => {
      const [first, ...rest] = state().entries
      if (rest.length === 0) return
      change({ entries: [first, ...rest.slice(0, -1)] })
      void poll(false)
    },
    refresh: () => {
      const { link } = state()
      if (link.kind === 'gone') change({ link: { ...link, retryAt: Date.now() } })
      return poll(true)
    },
    readOn: createReadOn(store, options.call),
    end: (ending) => {
      stop()
      clearInterval(clock)
      tell(ending)
    },
    ended,
  }
}

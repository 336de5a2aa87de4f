import { ApiError } from '@openauth/client'
import { type Dapp, dappOf, type Game, gameOf } from './entries.ts'
import { ownField } from './sanitize.ts'

/** The time limit of the content service's answer. Milliseconds. */
const TIMEOUT = 10_000
/** Entries of one page, and pages that are read at most. https://docs.strapi.io/cms/api/rest/sort-pagination */
const PAGE_SIZE = 100
const MOST_PAGES = 10

export interface ContentCall {
  /** The service's base address; empty, or a path, where this page's own server is the service. */
  base: string
  signal?: AbortSignal
  fetch?: typeof globalThis.fetch
  /** The page's own address, against which a path is resolved. */
  page?: string
}

interface Page {
  entries: unknown[]
  pageCount: number
  /** The origin against which paths in entries are resolved. */
  origin: string
}

const addressOf = ({ base, page = location.href }: ContentCall, collection: string, query: [string, string][]): URL => {
  const root = (base || '/content').replace(/\/+$/, '')
  const address = new URL(`${root}/${collection}`, page)
  address.search = new URLSearchParams([['populate', '*'], ...query]).toString()
  return address
}

/** Aborts a call that takes too long, including its body. (Web views of before 2024 lack AbortSignal.any.) */
const withTimeout = async <T>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timer = setTimeout(stop, TIMEOUT)
  signal?.addEventListener('abort', stop)
  return run(controller.signal).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

const readBody = async (address: URL, signal: AbortSignal, { fetch = globalThis.fetch }: ContentCall) => {
  // Content is public: its server gets neither cookies nor the page's full address.
  const rules = {
    signal,
    credentials: 'omit',
    referrerPolicy: 'origin',
    headers: { accept: 'application/json' },
  } as const
  const response = await fetch(address, rules).catch((cause: unknown) => {
    throw new ApiError(0, { message: 'The content service cannot be reached' }, { cause })
  })
  const { ok, status } = response
  if (!ok) throw new ApiError(status, { message: `The content service answered with status ${status}` })
  const body: unknown = await response.json().catch(() => undefined)
  return { body, status }
}

const readPage = async (call: ContentCall, collection: string, query: [string, string][]): Promise<Page> => {
  const address = addressOf(call, collection, query)
  const { body, status } = await withTimeout(call.signal, (signal) => readBody(address, signal, call))
  const entries = ownField(body, 'data')
  if (!Array.isArray(entries))
    throw new ApiError(status, { message: 'The content service answered with something that is no list of entries' })
  const pageCount = Number(ownField(ownField(ownField(body, 'meta'), 'pagination'), 'pageCount'))
  return { entries: entries.slice(0, PAGE_SIZE), pageCount, origin: address.origin }
}

/** Every page of a collection, up to a thousand entries; those that `parse` refuses are left out. */
const readAll = async <T>(
  call: ContentCall,
  collection: string,
  parse: (entry: unknown, base: string) => T | undefined,
): Promise<T[]> => {
  const found: T[] = []
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const place: [string, string][] = [
      ['pagination[page]', String(number)],
      ['pagination[pageSize]', String(PAGE_SIZE)],
    ]
    const page = await readPage(call, collection, place)
    found.push(...page.entries.flatMap((entry) => parse(entry, page.origin) ?? []))
    if (!(page.pageCount > number)) break
  }
  return found
}

/** The dapp of a name, undefined where there is none. Throws an ApiError. */
export const readDapp = async (call: ContentCall, name: string): Promise<Dapp | undefined> => {
  const { entries, origin } = await readPage(call, 'sonicx-games', [['filters[name][$eq]', name]])
  return dappOf(entries[0], origin)
}

/** Every registered dapp. Throws an ApiError. */
export const readDapps = (call: ContentCall): Promise<Dapp[]> => readAll(call, 'sonicx-games', dappOf)

/** The games of the game center in their order. Throws an ApiError. */
export const readGames = async (call: ContentCall): Promise<Game[]> =>
  (await readAll(call, 'sonicx-game-centers', gameOf)).sort((one, other) => one.order - other.order)

import { useQuery } from '@tanstack/react-query'
import { useConfig } from '../../config/config.ts'
import { contentBase } from '../../config/sites.ts'
import { dappQuery, dappsQuery, gamesQuery } from '../../content/queries.ts'
import type { DappQuery } from './dapp-query-of.ts'
import { dappAt, gameAt, type Registered } from './registered.ts'

/** The content service's entry for the requested address. */
export type Lookup =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void; isBusy: boolean }
  | { kind: 'unregistered' }
  | { kind: 'found'; dapp: Registered }

const found = (dapp: Registered | undefined): Lookup => (dapp ? { kind: 'found', dapp } : { kind: 'unregistered' })

interface Asked<Answer> {
  data: Answer | undefined
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** What a query says of the entry, which `entryOf` takes from its answer. */
const lookupOf = <Answer>(query: Asked<Answer>, entryOf: (answer: Answer) => Registered | undefined): Lookup => {
  if (query.isPending) return { kind: 'loading' }
  if (query.data === undefined) return { kind: 'failed', retry: () => void query.refetch(), isBusy: query.isFetching }
  return found(entryOf(query.data))
}

const useDappByName = (base: string, name: string | undefined): Lookup => {
  const named = useQuery({ ...dappQuery(base, name ?? ''), enabled: name !== undefined })
  return lookupOf(named, (dapp) => (dapp ? { ...dapp, hasWallet: true } : undefined))
}

/** The entry of an address: of a dapp, or else of a game. */
const useEntryOf = (base: string, url: string | undefined, hasGames: boolean): Lookup => {
  const dapps = useQuery({ ...dappsQuery(base), enabled: url !== undefined })
  const dapp = url && dapps.data ? dappAt(url, dapps.data) : undefined
  // Games are searched only if no dapp matches.
  const asksGames = url !== undefined && dapps.isSuccess && !dapp && hasGames
  const games = useQuery({ ...gamesQuery(base), enabled: asksGames })
  const entryOf = () => dapp ?? (url && games.data ? gameAt(url, games.data) : undefined)
  return asksGames ? lookupOf(games, entryOf) : lookupOf(dapps, entryOf)
}

/** Looks up a dapp by its name, or the entry of an address. */
export const useDapp = (asked: DappQuery, query: URLSearchParams): Lookup => {
  const { content, switches } = useConfig()
  const base = contentBase(content, location, query)
  const named = useDappByName(base, asked.kind === 'name' ? asked.name : undefined)
  const addressed = useEntryOf(base, asked.kind === 'url' ? asked.url : undefined, switches.game)
  if (asked.kind === 'name') return named
  return asked.kind === 'url' ? addressed : { kind: 'unregistered' }
}

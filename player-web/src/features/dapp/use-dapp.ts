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

/** Looks up a dapp by its name, or the entry of an address. */
export const useDapp = (asked: DappQuery, query: URLSearchParams): Lookup => {
  const { content, switches } = useConfig()
  const base = contentBase(content, location, query)
  const url = asked.kind === 'url' ? asked.url : undefined
  const name = asked.kind === 'name' ? asked.name : undefined
  const named = useQuery({ ...dappQuery(base, name ?? ''), enabled: name !== undefined })
  const dapps = useQuery({ ...dappsQuery(base), enabled: url !== undefined })
  const dapp = url && dapps.data ? dappAt(url, dapps.data) : undefined
  // Games are searched only if no dapp matches.
  const asksGames = url !== undefined && dapps.isSuccess && !dapp && switches.game
  const games = useQuery({ ...gamesQuery(base), enabled: asksGames })

  const needed = name === undefined ? (asksGames ? games : dapps) : named
  if (name === undefined && url === undefined) return { kind: 'unregistered' }
  if (needed.isPending) return { kind: 'loading' }
  if (needed.data === undefined)
    return { kind: 'failed', retry: () => void needed.refetch(), isBusy: needed.isFetching }
  if (name !== undefined) return found(named.data ? { ...named.data, hasWallet: true } : undefined)
  return found(dapp ?? (url && games.data ? gameAt(url, games.data) : undefined))
}

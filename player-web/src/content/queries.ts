import { queryOptions } from '@tanstack/react-query'
import { readDapp, readDapps, readGames } from './read-content.ts'

/** Content changes only when an operator edits it, so that it is fresh for a minute. */
const staleTime = 60_000

/** The dapp of a name; null where there is none. */
export const dappQuery = (base: string, name: string) =>
  queryOptions({
    queryKey: ['sonicx-games', base, name],
    queryFn: async ({ signal }) => (await readDapp({ base, signal }, name)) ?? null,
    staleTime,
  })

/** Every registered dapp. */
export const dappsQuery = (base: string) =>
  queryOptions({ queryKey: ['sonicx-games', base], queryFn: ({ signal }) => readDapps({ base, signal }), staleTime })

/** The games of the game center in their order. */
export const gamesQuery = (base: string) =>
  queryOptions({
    queryKey: ['sonicx-game-centers', base],
    queryFn: ({ signal }) => readGames({ base, signal }),
    staleTime,
  })

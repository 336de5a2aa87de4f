import type { ErrorCode, GameProfile, Squad } from '@openauth/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { MessageId } from '../../../i18n/i18n.ts'
import { failureWords } from '../failure-words.ts'
import { useGameCalls } from '../tap-calls.ts'
import { showProfile } from '../use-tap-session.ts'
import { type SquadCalls, useSquadCalls, useSquadQueries } from './squad-calls.ts'

const PAGE_SIZE = 20

/** Between two looks at squads that are shown: members come and go, and what they earn counts some seconds later. Milliseconds. */
const REFRESH = 5000
const refetchInterval = ({ state: { data } }: { state: { data?: unknown } }) => (data ? REFRESH : false)

/** The squads of the app, the best first, or those whose names begin with `search`. */
export const useSquads = (search: string) => {
  const queries = useSquadQueries()
  const pageOf = (page: number) => queries.list({ page, limit: PAGE_SIZE, ...(search === '' ? {} : { search }) })
  return useInfiniteQuery({
    queryKey: pageOf(1).queryKey,
    queryFn: ({ pageParam, signal }) => pageOf(pageParam).queryFn({ signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, all) => (all.length < meta.totalPages ? all.length + 1 : undefined),
    placeholderData: (previous) => previous,
    refetchInterval,
  })
}

/** A squad with its best members. */
export const useSquad = (id: string) => {
  const queries = useSquadQueries()
  return useQuery({ ...queries.get({ id }), refetchInterval })
}

/** Reads the profile again where the list says that the player is in another squad: the leader may have removed it. */
export const useFreshSquad = ({ squad }: GameProfile, mine: Squad | null | undefined): void => {
  const game = useGameCalls()
  const cache = useQueryClient()
  const [known, listed] = [squad?.id, mine === undefined ? squad?.id : mine?.id]
  useEffect(() => {
    if (known !== listed)
      void game.profile().then(
        (profile) => showProfile(cache, profile),
        () => {},
      )
  }, [known, listed, game, cache])
}

const reasons: Partial<Record<ErrorCode, MessageId>> = {
  squads_off: 'squads.off',
  squad_not_found: 'squads.gone',
  squad_exists: 'squads.exists',
  squad_full: 'squads.full',
  removed_from_squad: 'squads.removed',
  in_squad: 'squads.inOne',
  not_enough_rings: 'tap.notEnough',
  name_mixes_scripts: 'squads.badName',
  name_reserved: 'squads.badName',
  name_looks_alike: 'squads.exists',
  invalid_input: 'squads.badName',
}

/** Founds, joins and leaves; the lists and the player's balance are read again. */
export const useSquadChange = () => {
  const calls = useSquadCalls()
  const game = useGameCalls()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<MessageId>()
  /** Resolves with whether the call succeeded. */
  const change = useCallback(
    async (call: (calls: SquadCalls) => Promise<unknown>): Promise<boolean> => {
      setBusy(true)
      setMessage(undefined)
      try {
        await call(calls)
        showProfile(cache, await game.profile())
        return true
      } catch (error) {
        setMessage(failureWords(error, reasons))
        return false
      } finally {
        await cache.invalidateQueries({ queryKey: ['squads'] })
        setBusy(false)
      }
    },
    [calls, game, cache],
  )
  return { change, isBusy, message }
}

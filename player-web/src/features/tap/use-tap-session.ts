import type { GameProfile } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useConfig } from '../../config/config.ts'
import { batchSender, type GameCalls, useGameCalls, useGameQueries } from './tap-calls.ts'
import { openTapSession, type TapSession } from './tap-session.ts'

const PROFILES = ['game', 'profile']

/** The player's profile in the game. */
export const useGameProfile = () => {
  const { profile } = useOpenAuth()
  const queries = useGameQueries()
  return useQuery({ ...queries.profile(), enabled: profile !== null })
}

/** Puts an answer that is a profile in the place of the one that is shown. */
export const showProfile = (cache: QueryClient, profile: GameProfile): void => {
  cache.setQueriesData({ queryKey: PROFILES }, (last: GameProfile | undefined) =>
    last?.id === profile.id && last.serverTime <= profile.serverTime ? profile : last,
  )
}

/** Whether the server says that a next level or league has been reached, which only a profile names. */
const isBehind = ({ nextLevelAt, league }: GameProfile, earnedRings: number): boolean =>
  earnedRings >= Math.min(nextLevelAt ?? Infinity, league.nextAt ?? Infinity)

/** Reads the profile again once a level or league is reached. */
const useProfileOfLevel = (session: TapSession | undefined, profile: GameProfile, calls: GameCalls) => {
  const cache = useQueryClient()
  const askedFor = useRef<GameProfile>(undefined)
  useEffect(() => {
    const look = () => {
      if (!session || askedFor.current === profile || !isBehind(profile, session.engine.confirmed().earnedRings)) return
      askedFor.current = profile
      calls.profile().then(
        (next) => showProfile(cache, next),
        () => (askedFor.current = undefined),
      )
    }
    return session?.subscribe(look)
  }, [session, profile, calls, cache])
}

/**
 * Sends the taps that wait, and then reads the profile again: a screen that shows what the server makes of rings, such as
 * those to claim, has them as of now.
 */
export const useSettledProfile = (session: TapSession | undefined, { rings }: GameProfile): void => {
  const cache = useQueryClient()
  const askedFor = useRef<number>(undefined)
  useEffect(() => session?.engine.flush(), [session])
  useEffect(() => {
    const look = () => {
      if (!session || session.engine.view().unanswered > 0) return
      const confirmed = session.engine.confirmed().rings
      if (confirmed === rings || confirmed === askedFor.current) return
      askedFor.current = confirmed
      void cache.invalidateQueries({ queryKey: PROFILES })
    }
    look()
    return session?.subscribe(look)
  }, [session, cache, rings])
}

/** The engine of the player whose profile is shown; undefined until it is opened. */
export const useTapSession = (profile: GameProfile): TapSession | undefined => {
  const { token, refresh } = useOpenAuth()
  const { apiUrl } = useConfig()
  const calls = useGameCalls()
  const [session, setSession] = useState<TapSession>()
  const sessionCalls = useMemo(
    () => ({
      send: batchSender(apiUrl, () => token),
      readProfile: () => calls.profile(),
      onSignedOut: () => void refresh(),
    }),
    [apiUrl, token, calls, refresh],
  )
  useEffect(() => {
    let isShown = true
    void openTapSession(profile, sessionCalls).then((opened) => isShown && setSession(opened))
    return () => void (isShown = false)
  }, [profile, sessionCalls])
  useProfileOfLevel(session, profile, calls)
  return session
}

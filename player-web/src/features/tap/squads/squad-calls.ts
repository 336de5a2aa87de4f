import { type Client, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMemo } from 'react'
import { useCallQueries } from '../../../session/queries.ts'

/** A table of its own, so that only these calls are part of the screen. */
const groups = { squads: endpoints.squads }

export type SquadCalls = Client['squads']

/** The calls of squads with this page's session. */
export const useSquadCalls = (): SquadCalls => {
  const { callsOf } = useOpenAuth()
  return useMemo(() => callsOf(groups).squads, [callsOf])
}

/** Query options for the calls of squads. */
export const useSquadQueries = () => useCallQueries(groups).squads

import { type AcceptedTaps, type Client, clientOf, endpoints, fetchTransport } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMemo } from 'react'
import { useCallQueries } from '../../session/queries.ts'

/** A table of its own, so that only these calls are part of the page. */
const groups = { game: endpoints.game }

export type GameCalls = Client['game']

/** The calls of the tap game with this page's session. */
export const useGameCalls = (): GameCalls => {
  const { callsOf } = useOpenAuth()
  return useMemo(() => callsOf(groups).game, [callsOf])
}

/** Query options for the calls of the tap game. */
export const useGameQueries = () => useCallQueries(groups).game

const clicks = { game: { click: endpoints.game.click } }

/** After this time a call counts as lost, and is made again with its number. Milliseconds. */
const TIMEOUT = 15_000

/**
 * Sends a batch of taps so that it arrives also if the page is left meanwhile: the browser ends calls with `keepalive`
 * by itself, and unlike a beacon they carry a credential. A batch has some thirty bytes of the 64 KiB that they may have.
 */
export const batchSender = (apiUrl: string, token: () => string | null) => {
  const transport = fetchTransport({
    baseUrl: apiUrl,
    token,
    fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
  })
  const calls = clientOf(clicks, transport)
  return (batch: { count: number; seq: number }): Promise<AcceptedTaps> =>
    calls.game.click(batch, { signal: AbortSignal.timeout(TIMEOUT) })
}

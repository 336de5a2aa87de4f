import { useQuery } from '@tanstack/react-query'
import { useGameQueries } from '../tap-calls.ts'

/** Claims that one look shows. */
const SHOWN = 20

/** The player's last claims, and what claims are paid. */
export const useClaims = () => {
  const queries = useGameQueries()
  return useQuery({
    ...queries.claims({ limit: SHOWN }),
    // A payment takes some seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'queued' || status === 'sending') ? 5000 : false,
  })
}

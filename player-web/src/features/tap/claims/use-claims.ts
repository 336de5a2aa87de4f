import { useQuery } from '@tanstack/react-query'
import { useGameCalls } from '../tap-calls.ts'

/** Claims that one look shows. */
const SHOWN = 20

/** The player's last claims, and what claims are paid. */
export const useClaims = (userId: string) => {
  const calls = useGameCalls()
  return useQuery({
    queryKey: ['gameClaims', userId],
    queryFn: ({ signal }) => calls.claims({ limit: SHOWN }, { signal }),
    // A payment takes some seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'queued' || status === 'sending') ? 5000 : false,
  })
}

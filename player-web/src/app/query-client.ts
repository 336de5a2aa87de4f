import { QueryClient } from '@tanstack/react-query'

type SlowNetwork = Navigator & { connection?: { effectiveType?: string } }

const isSlow = (): boolean => /^(slow-)?2g$/.test((navigator as SlowNetwork).connection?.effectiveType ?? '')

/** Milliseconds: from one second, doubling up to half a minute; at least ten seconds on a slow connection. */
const retryDelay = (attempt: number): number => Math.max(isSlow() ? 10_000 : 0, Math.min(1000 * 2 ** attempt, 30_000))

const isRefusal = (error: unknown): boolean => {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429
}

/** Retries three times, except after a refusal, which would be the same again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // A server on this machine answers without a network, so that being offline must not pause calls.
        networkMode: 'always',
        retry: (failures, error) => failures < 3 && !isRefusal(error),
        retryDelay,
        gcTime: 5 * 60_000,
        refetchOnReconnect: true,
        // Answers are fresh for two seconds; a page that gets the focus again refetches after five.
        staleTime: 2000,
        refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt >= 5000,
      },
    },
  })

import { useOpenAuth } from '@openauth/client/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { createQueryClient } from './query-client.ts'

/** One for all pages: what a page has asked for, the next one finds. */
const queryClient = createQueryClient()

/** A page with the cache around it. */
export const withCache = (Page: ComponentType): ComponentType => {
  const Cached = () => {
    const { token } = useOpenAuth()
    const last = useRef(token)
    useEffect(() => {
      // Answers are kept by their user's id; what a user has logged out of need not stay in memory all the same.
      if (last.current !== null && token === null) queryClient.removeQueries({ type: 'inactive' })
      last.current = token
    }, [token])
    return (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    )
  }
  return Cached
}

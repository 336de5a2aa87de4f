import { useOpenAuth } from '@openauth/client/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { createQueryClient } from './query-client.ts'

/** Shared by all pages, so that a page finds what an earlier one has fetched. */
const queryClient = createQueryClient()

/** Wraps a page in the query cache. */
export const withCache = (Page: ComponentType): ComponentType => {
  const Cached = () => {
    const { token } = useOpenAuth()
    const last = useRef(token)
    useEffect(() => {
      // Answers are cached by user id; after a logout those of the user are removed from memory all the same.
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

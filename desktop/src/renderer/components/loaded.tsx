import { ApiError } from '@openauth/client'
import { ErrorState, type ErrorStateProps } from '@openauth/ui/error-state'
import { SkeletonLines } from '@openauth/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** What an error state says of a query that failed; undefined where it did not. */
export const errorStateOf = (
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>,
): ErrorStateProps | undefined =>
  query.error
    ? {
        message: query.error.message,
        requestId: query.error instanceof ApiError ? query.error.requestId : undefined,
        onRetry: () => void query.refetch(),
        isRetrying: query.isFetching,
      }
    : undefined

/** What a table needs of a query that answers with all rows. Rows that were read stay if a later read fails. */
export const tableOf = <Row,>(query: UseQueryResult, rows: readonly Row[] | undefined) => ({
  rows,
  total: rows?.length,
  isLoading: query.isPending,
  error: rows ? undefined : errorStateOf(query),
})

interface Props<T> {
  query: UseQueryResult<T>
  /** How many grey lines stand for the answer. */
  lines?: number
  children: (data: T) => ReactNode
}

/** What a query answers; grey lines until then, and its error with a button that asks again. */
export const Loaded = <T,>({ query, lines = 4, children }: Props<T>) => {
  if (query.data !== undefined) return children(query.data)
  const error = errorStateOf(query)
  return error ? <ErrorState {...error} /> : <SkeletonLines lines={lines} />
}

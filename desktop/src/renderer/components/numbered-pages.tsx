import { Pagination, pagesByNumber } from '@openauth/ui/pagination'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorStateOf } from './loaded.tsx'

interface Place {
  /** From 1. */
  page: number
  pageSize: number
  onPageChange: (page: number) => void
}

/** What a table needs of a query that answers one page by its number. Rows that were read stay if a later read fails. */
export const numberedPageOf = <Row,>(
  query: UseQueryResult<{ data: Row[]; meta: { totalItems: number } }>,
  { page, pageSize, onPageChange }: Place,
) => {
  const rows = query.data?.data
  const total = query.data?.meta.totalItems ?? 0
  const pages = pagesByNumber({ page, pageSize, shown: rows?.length ?? 0, total, onPageChange })
  return {
    rows,
    total,
    firstIndex: (page - 1) * pageSize,
    isLoading: query.isFetching,
    error: rows ? undefined : errorStateOf(query),
    footer: (total > pageSize || page > 1) && <Pagination {...pages} />,
  }
}

import type { CursorMeta } from '@openauth/client'
import { Pagination, type PaginationProps } from '@openauth/ui/pagination'
import type { ListAddress } from '../lib/list-address.ts'

/** What the pagination bar shows and does for a list that is read by cursors. */
export const cursorPages = (
  { page, turn, resize }: Pick<ListAddress, 'page' | 'turn' | 'resize'>,
  meta: CursorMeta,
  shown: number,
): PaginationProps => {
  const { before, limit } = page
  const { nextCursor, previousCursor, lastCursor, totalItems, totalIsCapped } = meta
  const lastBefore = Math.max(0, totalItems - limit)
  const hasNext = nextCursor !== null
  return {
    firstIndex: before,
    shown,
    total: totalItems,
    isCapped: totalIsCapped,
    pageSize: limit,
    onPageSizeChange: resize,
    onFirst: previousCursor === null ? undefined : () => turn({ cursor: undefined, before: 0 }),
    onPrevious:
      previousCursor === null
        ? undefined
        : () => turn({ cursor: before > limit ? previousCursor : undefined, before: Math.max(0, before - limit) }),
    onNext: hasNext ? () => turn({ cursor: nextCursor, before: before + shown }) : undefined,
    // Nobody knows at which row the last page of a capped total begins.
    onLast: hasNext && !totalIsCapped ? () => turn({ cursor: lastCursor, before: lastBefore }) : undefined,
  }
}

interface Props {
  address: ListAddress
  /** Undefined until the first answer. */
  meta: CursorMeta | undefined
  /** Rows on this page. */
  shown: number
}

/** The bar under a table that is read by cursors. */
export const CursorPages = ({ address, meta, shown }: Props) =>
  meta && meta.totalItems > 0 ? <Pagination {...cursorPages(address, meta, shown)} /> : null

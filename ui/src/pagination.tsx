import ChevronFirst from 'lucide-react/icons/chevron-first'
import ChevronLast from 'lucide-react/icons/chevron-last'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'
import { useLocale, useWords } from './words.tsx'
import './pagination.css'

export interface PaginationProps {
  /** How many rows lie before this page. */
  firstIndex: number
  /** Rows on this page. */
  shown: number
  /** Rows of all pages; undefined where nobody counted. */
  total?: number | undefined
  /** The total is not exact: "about". */
  isEstimate?: boolean | undefined
  /** There are at least as many as the total, and the rest was not counted: "10,000+". */
  isCapped?: boolean | undefined
  /** Undefined where there is none, which disables the button; a list by keyset passes these two alone. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Left out together, the two buttons are not there. */
  onFirst?: (() => void) | undefined
  onLast?: (() => void) | undefined
  pageSize?: number | undefined
  pageSizes?: readonly number[] | undefined
  onPageSizeChange?: ((size: number) => void) | undefined
}

const DEFAULT_SIZES = [25, 50, 100]

/** The props of a list that is paged by number. */
export const pagesByNumber = (list: {
  /** From 1. */
  page: number
  pageSize: number
  shown: number
  total: number
  onPageChange: (page: number) => void
}): Pick<
  PaginationProps,
  'firstIndex' | 'shown' | 'total' | 'pageSize' | 'onFirst' | 'onPrevious' | 'onNext' | 'onLast'
> => {
  const { page, pageSize, shown, total, onPageChange } = list
  const last = Math.max(1, Math.ceil(total / pageSize))
  const to = (target: number, isThere: boolean) => (isThere ? () => onPageChange(target) : undefined)
  return {
    firstIndex: (page - 1) * pageSize,
    shown,
    total,
    pageSize,
    onFirst: to(1, page > 1),
    onPrevious: to(page - 1, page > 1),
    onNext: to(page + 1, page < last),
    onLast: to(last, page < last),
  }
}

const Step = ({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: (() => void) | undefined }) => (
  <IconButton size="small" label={label} title={label} icon={icon} disabled={!onPress} onClick={onPress} />
)

const Sizes = ({ pageSize = 25, pageSizes = DEFAULT_SIZES, onPageSizeChange }: Partial<PaginationProps>) => {
  const words = useWords()
  return (
    <div className="ui-pagination-size">
      <span aria-hidden="true">{words.pageSize}</span>
      <Select
        label={words.pageSize}
        isLabelHidden
        value={String(pageSize)}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        onValueChange={(size) => onPageSizeChange?.(Number(size))}
      />
    </div>
  )
}

/** The bar under a table: which rows show of how many, the way to others, and how many at once. */
export const Pagination = (props: PaginationProps) => {
  const { firstIndex, shown, total, isEstimate = false, isCapped = false, onFirst, onLast } = props
  const words = useWords()
  const format = new Intl.NumberFormat(useLocale())
  const count = total === undefined ? undefined : `${format.format(total)}${isCapped ? '+' : ''}`
  const from = format.format(shown === 0 ? 0 : firstIndex + 1)
  const hasEnds = onFirst !== undefined || onLast !== undefined
  return (
    <nav className="ui-pagination" aria-label={words.pagination}>
      <output>{words.pageRange(from, format.format(firstIndex + shown), count, isEstimate)}</output>
      <div className="ui-pagination-end">
        {props.onPageSizeChange && <Sizes {...props} />}
        <div className="ui-pagination-buttons">
          {hasEnds && <Step label={words.firstPage} icon={<ChevronFirst size={16} />} onPress={onFirst} />}
          <Step label={words.previousPage} icon={<ChevronLeft size={16} />} onPress={props.onPrevious} />
          <Step label={words.nextPage} icon={<ChevronRight size={16} />} onPress={props.onNext} />
          {hasEnds && <Step label={words.lastPage} icon={<ChevronLast size={16} />} onPress={onLast} />}
        </div>
      </div>
    </nav>
  )
}

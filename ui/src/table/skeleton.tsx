import { Skeleton } from '../skeleton.tsx'
import { useWords } from '../words.tsx'

const rows = ['62%', '48%', '70%', '55%', '66%', '44%', '58%', '50%']

/** Grey rows until the first answer. */
export const TableSkeleton = () => {
  const words = useWords()
  return (
    <output className="ui-table-skeletons" aria-label={words.loading}>
      {rows.map((width) => (
        <span key={width} className="ui-table-skeleton">
          <Skeleton width={width} />
          <Skeleton width="30%" />
          <Skeleton width="40%" />
        </span>
      ))}
    </output>
  )
}

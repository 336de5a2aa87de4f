import { useWords } from './words.tsx'
import './skeleton.css'

/** A grey bar where text will be; `width` and `height` are CSS lengths. */
export const Skeleton = ({ width = '100%', height }: { width?: string; height?: string }) => (
  <span className="ui-skeleton" style={{ width, height }} aria-hidden="true" />
)

const widths = ['92%', '74%', '84%', '58%']

/** Several lines of it, announced as loading. */
export const SkeletonLines = ({ lines = 3 }: { lines?: number }) => {
  const words = useWords()
  return (
    <output className="ui-skeletons" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={widths[line % widths.length] ?? '100%'} />
      ))}
    </output>
  )
}

import { CopyButton } from './copy-button.tsx'
import { truncateMiddle } from './truncate.tsx'
import { classNames } from './class-names.tsx'
import './copyable.css'

interface Props {
  value: string
  /** What it is, for the button's label: "address". */
  name: string
  /** How many characters of either end are shown, six and four by default; `false` shows all of them, on several lines if needed. */
  truncate?: readonly [start: number, end: number] | false | undefined
}

const ENDS = [6, 4] as const

/** An id or an address, shortened in its middle, with a button that copies all of it. The full value is its title. */
export const Copyable = ({ value, name, truncate = ENDS }: Props) => (
  <span className={classNames('ui-copyable', !truncate && 'ui-copyable-wrap')}>
    <code title={truncate ? value : undefined}>{truncate ? truncateMiddle(value, ...truncate) : value}</code>
    <CopyButton text={value} name={name} />
  </span>
)

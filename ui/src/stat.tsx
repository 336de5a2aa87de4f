import type { ReactNode } from 'react'
import { useLocale } from './words.tsx'
import './stat.css'

interface Props {
  label: string
  /** A number is written in the page's language. */
  value: number | string
  /** Below it: how it compares. */
  note?: ReactNode
  /** Beside it: a Sparkline. */
  chart?: ReactNode
}

/** One figure with its name, for a dashboard's cards. */
export const Stat = ({ label, value, note, chart }: Props) => {
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <div className="ui-stat">
      <span className="ui-stat-label">{label}</span>
      <span className="ui-stat-value">{typeof value === 'number' ? format(value) : value}</span>
      {chart}
      {note !== undefined && <span className="ui-stat-note">{note}</span>}
    </div>
  )
}

import { Progress as Base } from '@base-ui/react/progress'
import { useLocale } from './words.tsx'
import './progress.css'

interface Props {
  /** The step in words: "Rewrapping keys". */
  label: string
  /** How many are done, of `total`. */
  done: number
  total: number
}

/** How far something has come that is counted. */
export const Progress = ({ label, done, total }: Props) => {
  const { format } = new Intl.NumberFormat(useLocale())
  const text = `${format(done)} / ${format(total)}`
  return (
    <Base.Root value={done} max={Math.max(1, total)} getAriaValueText={() => text} className="ui-progress">
      <Base.Label>{label}</Base.Label>
      <span className="ui-progress-value" aria-hidden="true">
        {text}
      </span>
      <Base.Track className="ui-progress-track">
        <Base.Indicator className="ui-progress-bar" />
      </Base.Track>
    </Base.Root>
  )
}

import { Text } from 'ink'
import type { Step } from './step.ts'

export interface ProgressBarProps {
  title: string
  /** Undefined before the first step. */
  step: Step | undefined
  /** Milliseconds. */
  elapsed: number
  columns: number
}

const MAX_WIDTH = 40
/** A shorter bar tells less than the numbers beside it. */
const LEAST_WIDTH = 10
/** Columns for title and numbers. */
const TEXT = { things: 60, bytes: 64 }

const duration = (seconds: number): string => {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** The estimated time left at the rate so far; empty in the first second. */
const remaining = ({ done, total, before = 0 }: Step, elapsed: number): string =>
  done > before && done < total && elapsed > 1000
    ? `, ${duration(((total - done) / (done - before)) * (elapsed / 1000))} left`
    : ''

/** At least ten a second without decimals. */
const perSecond = (rate: number): string => `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`

/** The count, and the rate of this run after its first second. */
const counted = ({ done, total, unit, before = 0 }: Step, elapsed: number): string => {
  const rate = (done - before) / (elapsed / 1000)
  const isKnown = elapsed > 1000 && done > before
  if (unit !== 'bytes') return `${done} of ${total}${isKnown ? `, ${perSecond(rate)}` : ''}`
  return `${size(done)} of ${size(total)}${isKnown ? `, ${size(rate)}/s` : ''}`
}

const Bar = ({ share, width }: { share: number; width: number }) => {
  const filled = Math.floor(share * width)
  return (
    <Text>
      <Text color="green">{'█'.repeat(filled)}</Text>
      <Text dimColor>{'░'.repeat(width - filled)}</Text>{' '}
    </Text>
  )
}

/** A bar, where the terminal has room for it, with percentage, count, rate, estimated time left and number of failures. */
export const ProgressBar = ({ title, step, elapsed, columns }: ProgressBarProps) => {
  if (!step) return <Text>{title} …</Text>
  const { done, total, failed, unit } = step
  const share = total === 0 ? 1 : done / total
  const width = Math.min(MAX_WIDTH, columns - TEXT[unit ?? 'things'])
  return (
    <Text>
      {`${title} `}
      {width < LEAST_WIDTH ? null : <Bar share={share} width={width} />}
      {`${Math.floor(share * 100)}% ${counted(step, elapsed)}${remaining(step, elapsed)}`}
      {failed > 0 ? <Text color="red">{` ${failed} failed`}</Text> : null}
    </Text>
  )
}

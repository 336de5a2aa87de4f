import { Box, Text } from 'ink'
import type { Step } from './step.ts'

interface ProgressBarProps {
  title: string
  /** Undefined before the first step. */
  step: Step | undefined
  /** Milliseconds. */
  elapsed: number
  columns: number
}

const MAX_WIDTH = 40

const duration = (seconds: number): string => {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** The estimated time left at the rate so far; empty in the first second. */
const remaining = ({ done, total }: Step, elapsed: number): string =>
  done > 0 && done < total && elapsed > 1000 ? `, ${duration(((total - done) / done) * (elapsed / 1000))} left` : ''

/** A bar with percentage, count, estimated time left and number of failures. */
export const ProgressBar = ({ title, step, elapsed, columns }: ProgressBarProps) => {
  if (!step) return <Text>{title} …</Text>
  const { done, total, failed } = step
  const share = total === 0 ? 1 : done / total
  const width = Math.max(10, Math.min(MAX_WIDTH, columns - 50))
  const filled = Math.floor(share * width)
  return (
    <Box>
      <Text>{title} </Text>
      <Text color="green">{'█'.repeat(filled)}</Text>
      <Text dimColor>{'░'.repeat(width - filled)}</Text>
      <Text>
        {` ${Math.floor(share * 100)}% `}
        {`${done} of ${total}${remaining(step, elapsed)}`}
      </Text>
      {failed > 0 ? <Text color="red">{` ${failed} failed`}</Text> : null}
    </Box>
  )
}

import { isRecord } from '../fields.ts'
import { isSame, type Difference } from './differences.ts'

/** The longest value on a line; of longer ones the beginning is shown. */
const LONGEST = 200

const valueText = (value: unknown): string => {
  const text = JSON.stringify(value ?? null)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** What a list gains and loses, a line each; undefined where its items are the same in another order. */
const itemLines = (before: readonly unknown[], after: readonly unknown[]): string[] | undefined => {
  const lost = before.filter((item) => !after.some((other) => isSame(item, other)))
  const gained = after.filter((item) => !before.some((other) => isSame(item, other)))
  if (lost.length + gained.length === 0) return undefined
  return [...lost.map((item) => `  - ${valueText(item)}`), ...gained.map((item) => `  + ${valueText(item)}`)]
}

const fieldLines = (sign: string, value: unknown): string[] =>
  isRecord(value)
    ? Object.entries(value)
        .filter(([, field]) => !isSame(field, null))
        .map(([key, field]) => `    ${sign} ${key}: ${valueText(field)}`)
    : []

/** The lines of a difference: `~ gameRules.taps.rings: 1 → 2`. */
export const differenceLines = ({ path, before, after, kind }: Difference): string[] => {
  const name = path.join('.')
  if (kind === 'added') return [`+ ${name}`, ...fieldLines('+', after)]
  if (kind === 'removed') return [`- ${name}`, ...fieldLines('-', before)]
  if (kind === 'order') return [`~ order of ${name}: ${(after as string[]).join(', ')}`]
  if (kind === 'secret')
    return [
      after === null
        ? `- ${name}: the stored secret`
        : `~ ${name}: ${before === null ? 'none' : 'another secret'} → ${after as string}`,
    ]
  if (Array.isArray(before) && Array.isArray(after)) {
    const lines = itemLines(before, after)
    if (lines) return [`~ ${name}`, ...lines.map((line) => `  ${line}`)]
  }
  if (before === undefined) return [`+ ${name}: ${valueText(after)}`]
  return [`~ ${name}: ${valueText(before)} → ${valueText(after)}`]
}

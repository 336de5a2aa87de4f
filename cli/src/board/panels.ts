import { bar, countText, sparkline } from './amounts-text.ts'
import type { Fact } from './facts.ts'
import { fitLine, flow, type Line, line, span } from './lines.ts'
import { pad, widthOf } from '../terminal-width.ts'

/** A title in its own line. */
export const titleLine = (title: string): Line => line(title.toUpperCase(), 'accent')

const labelWidth = (facts: readonly Fact[]): number => Math.max(0, ...facts.map(({ label }) => widthOf(label)))

/** A fact in a line: its label, and its value. */
export const factLine = ({ label, value, tone = 'plain' }: Fact, width: number): Line => [
  span(`${pad(label, width)}  `, 'faint'),
  span(value, tone),
]

/** An id of a width: its beginning and its end tell it from others. Ids have characters of one column. */
const elide = (id: string, width: number): string => {
  if (id.length <= width || width < 3) return id
  const end = Math.floor((width - 1) / 3)
  return `${id.slice(0, width - 1 - end)}…${id.slice(-end)}`
}

/** Facts one below the other, their values aligned. */
export const factLines = (facts: readonly Fact[], width: number): Line[] => {
  const labels = labelWidth(facts)
  const room = width - labels - 2
  return facts.map((fact) => {
    const value = fact.isId ? elide(fact.value, room) : fact.value
    return fitLine(factLine({ ...fact, value }, labels), width)
  })
}

/** Facts on as few lines as they need. */
export const factFlow = (facts: readonly Fact[], width: number): Line[] =>
  flow(
    facts.map(({ label, value, tone = 'plain' }) => [span(`${label} `, 'faint'), span(value, tone)]),
    width,
  )

const LEAST_BAR = 4
const LONGEST_BAR = 24

/** Counts one below the other, aligned at the right, each with a bar where there is room for it. */
export const countLines = (facts: readonly Fact[], width: number): Line[] => {
  const labels = labelWidth(facts)
  const values = Math.max(0, ...facts.map(({ value }) => widthOf(value)))
  const room = Math.min(LONGEST_BAR, width - labels - values - 4)
  const highest = Math.max(0, ...facts.map(({ count = 0 }) => count))
  return facts.map(({ label, value, tone = 'plain', count = 0 }) =>
    fitLine(
      [
        span(`${pad(label, labels)}  `, 'faint'),
        span(value.padStart(values), tone),
        ...(room >= LEAST_BAR ? [span(`  ${bar(count, highest, room)}`, tone === 'plain' ? 'accent' : tone)] : []),
      ],
      width,
    ),
  )
}

/** Numbers as a row of blocks, at most so many, behind a label. */
export const sparkLine = (label: string, numbers: readonly number[], width: number): Line => {
  const room = width - widthOf(label) - 2
  return [span(`${label}  `, 'faint'), span(sparkline(numbers, room), 'accent')]
}

/** The first of some counts, and in one line how much the others count together, which has no bar: it would be the longest. */
export const firstFacts = (facts: readonly Fact[], most: number): Fact[] => {
  if (facts.length <= most) return [...facts]
  const others = facts.slice(most - 1)
  const count = others.reduce((all, fact) => all + (fact.count ?? 0), 0)
  return [...facts.slice(0, most - 1), { label: `${others.length} more`, value: countText(count) }]
}

import { userName } from '@openauth/client'
import { clockText } from './amounts-text.ts'
import { intervalOf } from './board.ts'
import { statusOf } from './facts.ts'
import type { Room } from './keys.ts'
import { blank, ends, fitLine, type Line, line, lineWidth, span, wrapLine } from './lines.ts'
import { overviewLines, type Size } from './overview-view.ts'
import { appLines, searchLines, userLines } from './place-views.ts'
import type { Place } from './places.ts'
import { type BoardState, type Entry, itemsOf, openEntry } from './state.ts'

/** What is seen, and how far one can move in it. */
export interface Frame {
  lines: Line[]
  room: Room
}

const nameOf = (place: Place): string => {
  switch (place.kind) {
    case 'overview':
      return ''
    case 'app':
      return place.app.name
    case 'search':
      return `“${place.text}”`
    case 'user':
      return place.name
  }
}

const pathLine = ({ entries, host }: BoardState): Line => [
  span('OpenAuth ', 'strong'),
  span(host, 'faint'),
  ...entries.slice(1).flatMap(({ place }) => [span(' › ', 'faint'), span(nameOf(place), 'strong')]),
]

/** Where a place has no room for its path, its own name says more than the way to it. */
const shortPath = (state: BoardState): Line =>
  state.entries.length === 1
    ? [span('OpenAuth ', 'strong'), span(state.host, 'faint')]
    : [span('‹ ', 'faint'), span(nameOf(openEntry(state).place), 'strong')]

const everyText = (state: BoardState): string =>
  `every ${Math.round(intervalOf(openEntry(state).place, state.every) / 1000)} s`

const linkLine = (state: BoardState, width: number): Line => {
  const { link, isUtc } = state
  if (link.kind === 'asking') return line('asking …', 'faint')
  if (link.kind === 'gone') {
    const known = link.lastAnswerAt === undefined ? '' : ` · as of ${clockText(link.lastAnswerAt, isUtc)}`
    return [span('● no answer', 'bad'), span(known, 'faint')]
  }
  if (link.kind === 'ended') return line('● signed out', 'bad')
  const health = state.entries[0].data
  const { text, tone } = health?.kind === 'overview' ? statusOf(health.health) : { text: 'ok', tone: 'good' as const }
  const clock = width >= 80 ? ` · ${clockText(link.at, isUtc)}` : ''
  return [span(`● ${text}`, tone), span(` · ${everyText(state)}${clock}`, 'faint')]
}

const headLine = (state: BoardState, width: number): Line => {
  const right = linkLine(state, width)
  const path = pathLine(state)
  return ends(lineWidth(path) + lineWidth(right) < width ? path : shortPath(state), right, width)
}

/** Failures have a message without a full stop, unless they have several sentences. */
const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

/** What is wrong, and what happens next. */
const problemLines = (state: BoardState, width: number): Line[] => {
  const { link, now, canSignIn } = state
  if (link.kind === 'gone') {
    const seconds = Math.max(0, Math.ceil((link.retryAt - now) / 1000))
    const next = seconds === 0 ? 'Trying again …' : `Trying again in ${seconds} s; r tries at once.`
    return wrapLine(`${sentence(link.message)} ${next}`, width, 'bad')
  }
  if (link.kind === 'ended')
    return wrapLine(canSignIn ? 'The session has ended. Enter signs in again.' : link.message, width, 'bad')
  const { problem } = openEntry(state)
  return problem === undefined ? [] : wrapLine(problem, width, 'bad')
}

/** Keys that are worth telling, the most useful first. */
const keysOf = (state: BoardState): (readonly [key: string, does: string])[] => {
  const moving =
    openEntry(state).place.kind === 'user'
      ? [['↑↓', 'scroll'] as const]
      : [['↑↓', 'choose'] as const, ['Enter', 'open'] as const]
  const leaving = state.entries.length > 1 ? [['Esc', 'back'] as const] : []
  return [...moving, ...leaving, ['/', 'search'], ['r', 'refresh'], ['?', 'help'], ['q', 'quit']]
}

/** Keys that are left out where there is no room, the first first. Help has all. */
const droppable = ['r', '↑↓', '/', 'Enter']

const keyLine = (keys: readonly (readonly [key: string, does: string])[]): Line =>
  keys.flatMap(([key, does], index) => [span(`${index === 0 ? '' : '  '}${key}`, 'strong'), span(` ${does}`, 'faint')])

const footLine = (state: BoardState, width: number): Line => {
  if (state.typed !== undefined) {
    const room = Math.max(1, width - 12)
    const tail = Array.from(state.typed).slice(-room).join('')
    return fitLine([span('Search: ', 'strong'), span(tail), span('▏', 'accent')], width)
  }
  const keys = droppable.reduce(
    (left, dropped) => (lineWidth(keyLine(left)) > width ? left.filter(([key]) => key !== dropped) : left),
    keysOf(state),
  )
  return fitLine(keyLine(keys), width)
}

const bodyLines = (state: BoardState, entry: Entry, size: Size): Line[] => {
  const { data, row, place } = entry
  switch (data?.kind) {
    case undefined:
      return state.link.kind === 'gone' || state.link.kind === 'ended' || entry.problem
        ? []
        : [line('Loading …', 'faint')]
    case 'overview':
      return overviewLines(data, row, state, size)
    case 'app':
      return appLines(data, row, state, size)
    case 'search':
      return searchLines(data, row, state, place.kind === 'search' && !place.app, size)
    case 'user': {
      const all = userLines(data, state, size.width)
      return all.slice(Math.min(row, Math.max(0, all.length - size.height)))
    }
  }
}

const roomOf = (state: BoardState, { data }: Entry, { width, height }: Size): Room => {
  const page = Math.max(1, height - 6)
  if (data?.kind === 'user') return { page, last: Math.max(0, userLines(data, state, width).length - height) }
  return { page, last: Math.max(0, itemsOf(data, userName).length - 1) }
}

const help = [
  ['↑ ↓', 'choose a row, or scroll a user; j and k do the same'],
  ['PgUp PgDn', 'a screen up or down; Home and End go to the ends'],
  ['Enter', 'open the app or the user of the row'],
  ['Esc', 'back'],
  ['/', 'search: apps by name, users by name, address or id; within an app its users'],
  ['r', 'ask the server at once'],
  ['q', 'quit; so does Ctrl-C'],
] as const

const helpLines = (width: number): Line[] => [
  line('KEYS', 'accent'),
  ...help.flatMap(([key, does]) => {
    const [first, ...rest] = wrapLine(does, Math.max(10, width - 11), 'plain')
    return [[span(key.padEnd(11), 'strong'), ...first!], ...rest.map((more): Line => [span(' '.repeat(11)), ...more])]
  }),
  blank,
  ...wrapLine(
    'Days are those of UTC. The requests of this board count too. openauth board --help says more.',
    width,
    'faint',
  ),
  blank,
  line('Any key closes this.', 'faint'),
]

/** The margin at the right: a terminal wraps after its last column. */
const MARGIN = 1

/** From so many rows on there is a blank line above the keys. */
const ROOMY = 22

/** Draws the board for a terminal of so many columns and rows: no line as wide as the terminal. */
export const frameOf = (state: BoardState, columns: number, rows: number): Frame => {
  const width = Math.max(10, columns - MARGIN)
  const entry = openEntry(state)
  const problems = problemLines(state, width)
  // Below what is known of a place, where nothing moves for it.
  const below = entry.data === undefined || problems.length === 0 ? [] : [blank, ...problems]
  const above = 2
  // On a terminal with room the keys stand apart.
  const foot = rows < ROOMY ? 1 : 2
  const size = { width, height: Math.max(1, rows - above - below.length - foot) }
  const body = state.isHelpOpen
    ? helpLines(width)
    : [...bodyLines(state, entry, size), ...(below.length > 0 ? [] : problems)]
  const filled = Array.from({ length: size.height }, (_, index) => fitLine(body[index] ?? blank, width))
  const lines = [
    headLine(state, width),
    blank,
    ...filled,
    ...below,
    ...(foot > 1 ? [blank] : []),
    footLine(state, width),
  ]
  return { lines: lines.slice(0, rows), room: roomOf(state, entry, size) }
}

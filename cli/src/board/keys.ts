import { userName } from '@openauth/client'
import type { Board } from './board.ts'
import { itemsOf, openEntry } from './state.ts'

/** A key that was pressed, or text that was typed or pasted. */
export type Key =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'interrupt'
  | { text: string }

/** What the frame that is seen has room for. */
export interface Room {
  /** How many rows are seen at once. */
  page: number
  /** The last row that can be chosen, or shown first. */
  last: number
}

/** So many rows before the end of a list its next page is read. */
const READ_AHEAD = 10

/** Moves to a row, and reads the next page of a list near its end. */
const moveTo = (board: Board, row: number, { last }: Room): void => {
  const { place } = openEntry(board.state())
  const next = Math.max(0, Math.min(row, last))
  board.changeEntry(place, (entry) => ({ ...entry, row: next }))
  if (next >= last - READ_AHEAD) void board.readOn()
}

const openRow = (board: Board): void => {
  const { data, row } = openEntry(board.state())
  const item = itemsOf(data, userName)[row]
  if (item) board.open(item.place)
}

/** The app whose users are sought: that of the open place. */
const soughtIn = (board: Board) => {
  const { place } = openEntry(board.state())
  return place.kind !== 'overview' && place.app ? { app: place.app } : {}
}

const withoutLast = (text: string): string =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    .slice(0, -1)
    .join('')

/** The longest text that the server searches for. */
const LONGEST_SEARCH = 320

/** Keys while a text to search for is typed. */
const typeKey = (board: Board, key: Key, typed: string): void => {
  const stop = () => board.change({ typed: undefined })
  if (key === 'escape') return stop()
  if (key === 'enter') {
    stop()
    const text = typed.trim()
    if (text !== '') board.open({ kind: 'search', text, ...soughtIn(board) })
    return
  }
  // An empty line that is deleted further is no search any more.
  if (key === 'backspace') return board.change({ typed: typed === '' ? undefined : withoutLast(typed) })
  if (typeof key === 'object') board.change({ typed: (typed + key.text).slice(0, LONGEST_SEARCH) })
}

const letters: Readonly<Record<string, (board: Board, room: Room) => void>> = {
  q: (board) => board.end('quit'),
  r: (board) => void board.refresh(),
  '?': (board) => board.change({ isHelpOpen: true }),
  '/': (board) => board.change({ typed: '' }),
  j: (board, room) => moveTo(board, openEntry(board.state()).row + 1, room),
  k: (board, room) => moveTo(board, openEntry(board.state()).row - 1, room),
  g: (board, room) => moveTo(board, 0, room),
  G: (board, room) => moveTo(board, room.last, room),
}

const moves: Partial<Record<Key & string, (row: number, room: Room) => number>> = {
  up: (row) => row - 1,
  down: (row) => row + 1,
  pageUp: (row, { page }) => row - page,
  pageDown: (row, { page }) => row + page,
  home: () => 0,
  end: (_, { last }) => last,
}

const enter = (board: Board): void => {
  const { link, canSignIn } = board.state()
  if (link.kind !== 'ended') openRow(board)
  else if (canSignIn) board.end('login')
}

const pressName = (board: Board, key: Key & string, room: Room): void => {
  const move = moves[key]
  if (move) moveTo(board, move(openEntry(board.state()).row, room), room)
  else if (key === 'enter') enter(board)
  else if (key === 'escape' || key === 'backspace') board.back()
}

/** Does what a key stands for. Keys that were typed ahead arrive as one text. */
export const press = (board: Board, key: Key, room: Room): void => {
  const { typed, isHelpOpen } = board.state()
  if (key === 'interrupt') return board.end('quit')
  if (isHelpOpen)
    return key === 'escape' || typeof key === 'object' || key === 'enter'
      ? board.change({ isHelpOpen: false })
      : undefined
  if (typed !== undefined) return typeKey(board, key, typed)
  if (typeof key === 'string') return pressName(board, key, room)
  const [first, ...rest] = Array.from(key.text)
  if (first === undefined) return
  letters[first]?.(board, room)
  if (rest.length > 0) press(board, { text: rest.join('') }, room)
}

import { Box, Text, useInput, type Key as InkKey } from 'ink'
import { createElement, type ReactElement, useSyncExternalStore } from 'react'
import type { Board } from '../board/board.ts'
import { frameOf } from '../board/frame.ts'
import { type Key, press } from '../board/keys.ts'
import type { Line, Tone } from '../board/lines.ts'

interface Look {
  bold?: boolean
  dimColor?: boolean
  color?: string
}

const looks: Readonly<Record<Tone, Look>> = {
  plain: {},
  strong: { bold: true },
  faint: { dimColor: true },
  good: { color: 'green' },
  warn: { color: 'yellow' },
  bad: { color: 'red' },
  accent: { color: 'cyan' },
}

const named = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'pageUp'],
  ['pageDown', 'pageDown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
] as const satisfies readonly (readonly [keyof InkKey, Key])[]

/** What Ink reports, as keys: a paste may have line ends. */
const keysOf = (input: string, key: InkKey): Key[] => {
  if (key.ctrl) return input === 'c' || input === 'd' ? ['interrupt'] : []
  const found = named.find(([name]) => key[name])
  if (found) return [found[1]]
  if (key.meta || key.tab) return []
  return input.split(/([\r\n])/).flatMap((text): Key[] => {
    if (text === '') return []
    return text === '\r' || text === '\n' ? ['enter'] : [{ text }]
  })
}

/** Children that are given one by one need no keys: a line is the same line where its place is the same. */
const lineOf = (line: Line, isColored: boolean): ReactElement => {
  const pieces = line.map(({ text, tone }) => createElement(Text, isColored ? looks[tone] : {}, text))
  // A line without text would have no height.
  return createElement(Text, { wrap: 'truncate' }, ...(pieces.length === 0 ? [' '] : pieces))
}

export interface BoardViewProps {
  board: Board
  columns: number
  rows: number
  isColored: boolean
}

/** Draws the board, and gives it the keys that are pressed. */
export const BoardView = ({ board, columns, rows, isColored }: BoardViewProps) => {
  const { lines, room } = frameOf(useSyncExternalStore(board.subscribe, board.state), columns, rows)
  useInput((input, key) => {
    for (const each of keysOf(input, key)) press(board, each, room)
  })
  return createElement(
    Box,
    { flexDirection: 'column', width: columns },
    ...lines.map((line) => lineOf(line, isColored)),
  )
}

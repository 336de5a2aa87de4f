import { createInterface } from 'node:readline'
import { userName } from '@openauth/client'
import { exitCodes, failed, Failure } from '../failure.ts'
import { printable } from '../printable.ts'
import type { Board, Ending } from './board.ts'
import { newEventTexts, plainTextOf } from './plain-text.ts'
import { type BoardState, itemsOf, openEntry } from './state.ts'

const HELP =
  'Commands: a number opens its app or user, b goes back, /text searches, r or an empty line asks again, ? prints this, q quits.'

type Print = (lines: readonly string[]) => void

/** Prints the overview once, for readers without a terminal. Throws a Failure if the server does not answer. */
const printOnce = async (board: Board, print: Print): Promise<Ending> => {
  await board.asked
  board.end('quit')
  const { link } = board.state()
  const entry = openEntry(board.state())
  if (link.kind === 'ended') throw new Failure(exitCodes.notSignedIn, link.message)
  if (link.kind === 'gone' || !entry.data) throw failed(link.kind === 'gone' ? link.message : (entry.problem ?? ''))
  print(plainTextOf(entry.data, board.state()).slice(1))
  return board.ended
}

/** What is said of the server when it begins or stops to answer. */
const linkText = ({ link: before }: BoardState, { link, canSignIn }: BoardState): string[] => {
  if (link.kind === 'gone' && before.kind !== 'gone')
    return [`${link.message.replace(/\.$/, '')}. Trying again from time to time; r tries at once.`]
  if (link.kind === 'live' && before.kind === 'gone') return ['The server answers again.']
  if (link.kind === 'ended' && before.kind !== 'ended')
    return [canSignIn ? 'The session has ended. To sign in again: s' : link.message]
  return []
}

/** Prints what changes: a place when it was asked for, otherwise new events and whether the server answers. */
const follow = (board: Board, print: Print) => {
  let before = board.state()
  let isWanted = true
  let known: string | undefined
  const tellEvents = (state: BoardState) => {
    const { data } = state.entries[0]
    if (data?.kind !== 'overview') return
    if (known !== undefined && !isWanted) print(newEventTexts(data, known, state))
    known = data.events[0]?.id ?? known
  }
  board.subscribe(() => {
    const state = board.state()
    print(linkText(before, state).map(printable))
    const { data, problem } = openEntry(state)
    if (problem !== undefined && problem !== openEntry(before).problem) print([printable(problem)])
    const isNews = data !== undefined && data !== openEntry(before).data
    before = state
    tellEvents(state)
    if (!isWanted || !isNews) return
    isWanted = false
    print([...plainTextOf(data, state), '', HELP])
  })
  return () => {
    isWanted = true
  }
}

/** Does what a line says. `want` asks for the open place to be printed. */
const runLine = (board: Board, text: string, want: () => void, print: Print): void => {
  const items = itemsOf(openEntry(board.state()).data, userName)
  if (text === 'q') return board.end('quit')
  if (text === '?') return print([HELP])
  if (text === 's' && board.state().link.kind === 'ended' && board.state().canSignIn) return board.end('login')
  if (/^\d+$/.test(text)) {
    const item = items[Number(text) - 1]
    if (!item) return print([`There is no ${text} here.`])
    want()
    return board.open(item.place)
  }
  if (text === 'b' && board.state().entries.length === 1) return print(['This is the overview. q quits.'])
  if (text === '' || text === 'r' || text === 'b' || text.startsWith('/')) want()
  if (text === '' || text === 'r') void board.refresh()
  else if (text === 'b') board.back()
  else if (text.startsWith('/')) {
    const { place } = openEntry(board.state())
    const app = place.kind === 'overview' ? undefined : place.app
    board.open({ kind: 'search', text: text.slice(1).trim(), ...(app ? { app } : {}) })
  } else print([printable(`“${text}” is no command.`), HELP])
}

/** Where lines of text are read from and written to. */
export interface TextTerminal {
  /** Of lines, where it is a terminal. */
  stdin: { isTTY?: boolean }
  stdout: { isTTY?: boolean; write: (text: string) => unknown }
}

/** Shows the board as lines of text, with commands by line on a terminal and once elsewhere. */
export const runPlain = async (board: Board, { stdin, stdout }: TextTerminal): Promise<Ending> => {
  const print: Print = (lines) => {
    if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  }
  if (!stdin.isTTY || !stdout.isTTY) return printOnce(board, print)
  const want = follow(board, print)
  const lines = createInterface({ input: stdin as NodeJS.ReadStream, terminal: false })
  lines.on('line', (text) => runLine(board, text.trim(), want, print))
  lines.once('close', () => board.end('quit'))
  const stop = () => board.end('quit')
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    return await board.ended
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    lines.close()
  }
}

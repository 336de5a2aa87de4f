import { render } from 'ink'
import type { Board, Ending } from '../board/board.ts'
import { BoardView } from './board-view.ts'
import type { Terminal } from './questions.ts'
import { enterScreen } from './screen.ts'

/** The terminal of the board. */
export interface BoardTerminal extends Pick<Terminal, 'stdin'> {
  stdout: NodeJS.WriteStream
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Draws the board on the alternate screen until it ends, then restores the terminal. */
export const drawBoard = async (
  { stdin, stdout }: BoardTerminal,
  board: Board,
  isColored: boolean,
): Promise<Ending> => {
  const screen = enterScreen(stdout)
  const view = () => <BoardView board={board} {...screen.size()} isColored={isColored} />
  const stop = () => board.end('quit')
  // Ink's own way to draw erases all lines and writes them again. With `debug` it writes frames, of which the screen writes what has
  // changed.
  const options = { stdin, stdout: screen.stream, debug: true, exitOnCtrlC: false, patchConsole: false }
  const instance = render(view(), options)
  const onResize = () => {
    screen.clear()
    instance.rerender(view())
  }
  stdout.on('resize', onResize)
  for (const signal of signals) process.on(signal, stop)
  try {
    return await board.ended
  } finally {
    for (const signal of signals) process.off(signal, stop)
    stdout.off('resize', onResize)
    screen.leave()
    instance.unmount()
  }
}

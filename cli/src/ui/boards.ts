import type { Board, Ending } from '../board/board.ts'
import type { BoardTerminal } from './draw-board.tsx'

/** Draws the board until it ends. */
export type ShowBoard = (board: Board, isColored: boolean) => Promise<Ending>

/** Draws the board with Ink on stdout. Ink is imported on first use. */
export const createBoards =
  (terminal: BoardTerminal): ShowBoard =>
  async (board, isColored) =>
    (await import('./draw-board.tsx')).drawBoard(terminal, board, isColored)

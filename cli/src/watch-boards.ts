import type { BoardsState, Input } from '@openauth/client'
import type { Context } from './context.ts'
import type { Step } from './ui/step.ts'
import { waitFor } from './wait.ts'
import { countOf, type OnStep, withProgress } from './with-progress.ts'

/** How often the server is asked how far it is. Milliseconds. */
const INTERVAL = 500

/** Accounts read of those to be read, of all boards that are being built. A board that is there counts as read. */
const stepOf = ({ boards }: BoardsState): Step => {
  const built = boards.map(({ building, players }) => building ?? { read: players ?? 0, of: players ?? 0 })
  const sum = (key: 'read' | 'of') => built.reduce((all, each) => all + each[key], 0)
  return { done: Math.min(sum('read'), sum('of')), total: sum('of'), failed: 0 }
}

/**
 * Waits until the boards of an app are built, with a progress bar on a terminal and a line each time something changed elsewhere.
 * Interrupting it ends the waiting only. Answers the boards as they are then.
 */
export const watchBoards = async (context: Context, input: Input, begun: unknown): Promise<BoardsState> => {
  const { out, environment } = context
  const work = async (onStep: OnStep): Promise<BoardsState> => {
    let state = begun as BoardsState
    while (state.boards.some(({ building }) => building)) {
      onStep(stepOf(state))
      await waitFor(environment, INTERVAL)
      state = (await context.call('gameBoards', 'get', input)) as BoardsState
    }
    return state
  }
  const state = await withProgress(context, 'Reading boards', work, countOf)
  out.note('The boards say what the accounts say.')
  return state
}

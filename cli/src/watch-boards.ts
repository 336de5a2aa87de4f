import { setTimeout as sleep } from 'node:timers/promises'
import type { BoardsState, Input } from '@openauth/client'
import type { Context } from './context.ts'
import type { Step } from './ui/step.ts'

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
  const work = async (onStep: (step: Step) => void): Promise<BoardsState> => {
    let state = begun as BoardsState
    while (state.boards.some(({ building }) => building)) {
      onStep(stepOf(state))
      await sleep(INTERVAL)
      state = (await context.call('gameBoards', 'get', input)) as BoardsState
    }
    return state
  }
  let printed = ''
  const print = ({ done, total }: Step) => {
    const line = `${done} of ${total}`
    if (line !== printed) out.progress(line)
    printed = line
  }
  const state = await (environment.stderr.isTTY ? environment.showProgress('Reading boards', work) : work(print))
  out.note('The boards say what the accounts say.')
  return state
}

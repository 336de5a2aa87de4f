import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which the event loop gets its turn. */
const TURN = 10

/** Runs `work` on the numbers from 0 to `total` in ranges of at most `step`, and lets the event loop run in between. */
export type Slices = (total: number, step: number, work: (from: number, to: number) => void) => Promise<void>

/** A step should take well under 10 ms: the event loop waits for that and one step. */
export const createSlices = (): Slices => {
  let start = performance.now()
  return async (total, step, work) => {
    for (let from = 0; from < total; from += step) {
      work(from, Math.min(from + step, total))
      if (performance.now() - start < TURN) continue
      await nextTurn()
      start = performance.now()
    }
  }
}

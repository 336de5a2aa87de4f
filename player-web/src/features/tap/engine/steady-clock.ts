/** The longest step that counts. Timers of hidden pages run once a minute. Milliseconds. */
export const LONGEST_STEP = 60_000

/**
 * Milliseconds since it was created, by a clock that may jump. A step back counts as no time, and a longer step than
 * LONGEST_STEP, after sleep or a change of the clock, as that: energy is then shown too low until the server tells more,
 * and never too high.
 */
export const createSteadyClock = (now: () => number): (() => number) => {
  let last = now()
  let passed = 0
  return () => {
    const current = now()
    passed += Math.min(LONGEST_STEP, Math.max(0, current - last))
    last = current
    return passed
  }
}

/**
 * Asks no more often than once in so many milliseconds, and answers with what was answered last. Calls at the same time share one
 * question. A failure is not kept.
 */
export const cachedFor = <T>(milliseconds: number, ask: () => Promise<T>): (() => Promise<T>) => {
  let cached: { until: number; answer: Promise<T> } | undefined
  return () => {
    if (cached && performance.now() < cached.until) return cached.answer
    const asked = { until: performance.now() + milliseconds, answer: ask() }
    cached = asked
    asked.answer.catch(() => {
      if (cached === asked) cached = undefined
    })
    return asked.answer
  }
}

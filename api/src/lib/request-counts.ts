/** What was answered in the last minute. */
export interface LastMinute {
  answered: number
  /** Of these, with a status of 500 or more. */
  failed: number
}

/** Counts answers, and tells those of the last minute. */
export interface RequestCounts {
  count: (status: number) => void
  lastMinute: () => LastMinute
}

const SECONDS = 60

/** Creates counters, one for each of the last sixty seconds; `now` is a clock in milliseconds that never goes back. */
export const createRequestCounts = (now: () => number = () => performance.now()): RequestCounts => {
  const counts = Array.from({ length: SECONDS }, () => ({ second: -SECONDS, answered: 0, failed: 0 }))
  const present = () => Math.floor(now() / 1000)
  return {
    count: (status) => {
      const second = present()
      const slot = counts[second % SECONDS]!
      if (slot.second !== second) Object.assign(slot, { second, answered: 0, failed: 0 })
      slot.answered += 1
      if (status >= 500) slot.failed += 1
    },
    lastMinute: () => {
      const oldest = present() - SECONDS + 1
      const recent = counts.filter(({ second }) => second >= oldest)
      const sum = (key: keyof LastMinute) => recent.reduce((all, slot) => all + slot[key], 0)
      return { answered: sum('answered'), failed: sum('failed') }
    },
  }
}

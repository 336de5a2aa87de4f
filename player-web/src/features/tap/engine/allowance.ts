/** A rate with a burst, as the server has one for taps: `burst` at once, then `perSecond`. */
export interface Allowance {
  left: () => number
  use: (count: number) => void
  setRate: (rate: Rate) => void
}

export interface Rate {
  perSecond: number
  burst: number
}

/** Starts full. `time` is in milliseconds and does not go back. */
export const createAllowance = (rate: Rate, time: () => number): Allowance => {
  let { perSecond, burst } = rate
  let credit = burst
  let at = time()
  const refill = () => {
    const now = time()
    credit = Math.min(burst, credit + ((now - at) * perSecond) / 1000)
    at = now
  }
  return {
    left: () => {
      refill()
      return Math.floor(credit)
    },
    use: (count) => {
      refill()
      credit -= count
    },
    setRate: (next) => {
      refill()
      credit = Math.min(next.burst, credit + Math.max(0, next.burst - burst))
      ;({ perSecond, burst } = next)
    },
  }
}

/** A rate with a burst, as the server has one for taps: `burst` at once, then `perSecond`. */
export interface Allowance {
  left: () => number
  use: (count: number) => void
  /** Sets what is left, which may be less than nothing, and how it grows. */
  set: (left: number, rate: Rate) => void
}

export interface Rate {
  perSecond: number
  burst: number
}

/** Starts empty. `time` is in milliseconds and does not go back. */
export const createAllowance = (time: () => number): Allowance => {
  let rate: Rate = { perSecond: 0, burst: 0 }
  let credit = 0
  let at = time()
  const refill = () => {
    const now = time()
    credit = Math.min(rate.burst, credit + ((now - at) * rate.perSecond) / 1000)
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
    set: (left, next) => {
      rate = next
      credit = left
      at = time()
    },
  }
}

/** How fast what is shown approaches the truth: after this time, to about a third. Milliseconds. */
const TIME_CONSTANT = 250

/** The difference of what is shown from the truth, which fades away. */
export interface Drift {
  get: () => number
  /** Adds to the difference, so that what is shown does not jump when the truth does. */
  add: (difference: number) => void
}

export const createDrift = (time: () => number): Drift => {
  let amount = 0
  let since = time()
  const get = () => {
    const left = amount * Math.exp((since - time()) / TIME_CONSTANT)
    return Math.abs(left) < 0.5 ? 0 : left
  }
  return {
    get,
    add: (difference) => {
      amount = get() + difference
      since = time()
    },
  }
}

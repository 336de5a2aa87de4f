/** A difference that a slow answer does not explain: the server's clock was set. Milliseconds. */
const RESET_ABOVE = 5000

/** The server's clock as this page knows it. */
export interface ServerClock {
  now: () => number
  /** Takes in the time of an answer. */
  learn: (serverTime: number) => void
}

/**
 * An answer is as old as its way took, so the one that puts the clock ahead most is the truest. An answer that is far
 * behind sets the clock back.
 */
export const createServerClock = (serverTime: number, time: () => number): ServerClock => {
  let ahead = serverTime - time()
  return {
    now: () => time() + ahead,
    learn: (serverTime) => {
      const sample = serverTime - time()
      if (sample > ahead || sample < ahead - RESET_ABOVE) ahead = sample
    },
  }
}

// Sessions: taps without a long rest between them.

/** A rest that ends a session. Milliseconds. */
export const SESSION_BREAK = 60_000
/** How many sessions of a day are kept: beyond, the last ones are one. */
export const MOST_SESSIONS = 128

export interface Session {
  /** Milliseconds since the epoch. */
  start: number
  end: number
  taps: number
  /** Index of the address where it began; -1 without one. */
  address: number
}

const joined = (one: Session, other: Session): Session => ({
  ...one,
  end: Math.max(one.end, other.end),
  taps: one.taps + other.taps,
})

/** Sessions in order, as one where they overlap or nearly do. */
export const mergeSessions = (sessions: Session[]): Session[] => {
  const merged: Session[] = []
  for (const session of sessions.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    const isSame = last && (session.start - last.end < SESSION_BREAK || merged.length >= MOST_SESSIONS)
    if (isSame) merged[merged.length - 1] = joined(last, session)
    else merged.push(session)
  }
  return merged
}

/** Adds a batch of taps to the sessions, in place. Tells whether it began one. */
export const addToSessions = (sessions: Session[], at: number, taps: number, address: number): boolean => {
  const last = sessions.at(-1)
  if (last && (at - last.end < SESSION_BREAK || sessions.length >= MOST_SESSIONS)) {
    last.end = Math.max(last.end, at)
    last.taps += taps
    return false
  }
  sessions.push({ start: at, end: at, taps, address })
  return true
}

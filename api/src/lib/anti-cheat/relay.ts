// Farms play accounts in turn behind one address: each begins as the one before it ends. Many people behind one address, such as a family, an
// office or all customers of a mobile network, play at once or with time between. So a start counts only if nobody else of the address
// plays: with people that happens to at most a twentieth of the starts however many they are, since the more they are, the
// seldomer nobody plays.

/** From the end of a session to the next start. Milliseconds. */
const HANDOVER = 20_000
/** Fewer players or sessions tell nothing. */
const LEAST_PLAYERS = 5
const LEAST_SESSIONS = 20
/** A player takes part with so many of its own starts. */
const LEAST_STARTS = 2

export interface AddressSession {
  userId: string
  start: number
  end: number
}

/** Which players of an address play in turn: the share of starts that take over from another player, by player. */
export const relayOf = (sessions: AddressSession[], threshold: number): Map<string, number> => {
  const players = new Set(sessions.map(({ userId }) => userId))
  if (players.size < LEAST_PLAYERS || sessions.length < LEAST_SESSIONS) return new Map()
  const counts = new Map([...players].map((userId) => [userId, { starts: 0, taken: 0 }]))
  let last: AddressSession | undefined
  for (const session of sessions.toSorted((a, b) => a.start - b.start)) {
    const count = counts.get(session.userId)!
    count.starts += 1
    const since = last && session.start - last.end
    if (last && last.userId !== session.userId && since! >= 0 && since! < HANDOVER) count.taken += 1
    if (!last || session.end > last.end) last = session
  }
  const taken = [...counts.values()].reduce((sum, count) => sum + count.taken, 0)
  if (taken / sessions.length <= threshold) return new Map()
  const shares = [...counts].map(([userId, { starts, taken: own }]) => [userId, starts, own / starts] as const)
  return new Map(
    shares
      .filter(([, starts, share]) => starts >= LEAST_STARTS && share > threshold)
      .map(([id, , share]) => [id, share]),
  )
}

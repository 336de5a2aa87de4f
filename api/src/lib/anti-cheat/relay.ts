// Farms play accounts in turn behind one address: each begins as the one before it ends. Many people behind one address, such as a family, an
// office or all customers of a mobile network, play at once or with time between. So a start counts as taken over only if it follows the end of
// another player's session and nobody of the address plays. How often that happens by chance follows from how much of the time it could
// have happened; only who takes over much more often is told. So nobody brings others under suspicion by many short sessions.

/** From the end of a session to the next start. Milliseconds. */
const HANDOVER = 20_000
/** Fewer players or sessions tell nothing. */
const LEAST_PLAYERS = 5
const LEAST_SESSIONS = 20
/** A player takes part with so many of its own starts. */
const LEAST_STARTS = 2
/** Fewer taps are a look at the game, and no session. */
const LEAST_TAPS = 10
/** How improbable it must be that a player took over so often by chance. */
const CHANCE = 0.001

export interface AddressSession {
  userId: string
  start: number
  end: number
  taps: number
}

interface Player {
  userId: string
  starts: number
  /** Starts that take over from another player. */
  taken: number
}

/** How probable at least `taken` of `starts` are, each of which has the probability `share`. */
const chanceOf = ({ starts, taken }: Player, share: number): number => {
  let sum = 0
  let term = (1 - share) ** starts
  for (let count = 0; count < taken; count += 1) {
    sum += term
    term *= ((starts - count) / (count + 1)) * (share / (1 - share))
  }
  return 1 - sum
}

/** Counts what each player takes over, and the share of the time in which any start would have. */
const countTakeovers = (sessions: AddressSession[]) => {
  const players = new Map<string, Player>()
  let last: AddressSession | undefined
  let open = 0
  for (const session of sessions.toSorted((a, b) => a.start - b.start)) {
    const { userId } = session
    const player = players.get(userId) ?? { userId, starts: 0, taken: 0 }
    players.set(userId, player)
    player.starts += 1
    const since = last ? session.start - last.end : Infinity
    if (since >= 0 && since < HANDOVER && last!.userId !== userId) player.taken += 1
    if (since > 0 && last) open += Math.min(since, HANDOVER)
    if (!last || session.end > last.end) last = session
  }
  const began = Math.min(...sessions.map(({ start }) => start))
  return { players: [...players.values()], share: Math.min(0.999, open / Math.max(1, last!.end - began)) }
}

/** Which players of an address play in turn: the share of starts that take over from another player, by player. */
export const relayOf = (all: AddressSession[], threshold: number): Map<string, number> => {
  const sessions = all.filter(({ taps }) => taps >= LEAST_TAPS)
  if (sessions.length < LEAST_SESSIONS) return new Map()
  const { players, share } = countTakeovers(sessions)
  const taken = players.reduce((sum, player) => sum + player.taken, 0)
  if (players.length < LEAST_PLAYERS || taken / sessions.length <= threshold) return new Map()
  const inTurn = players.filter(
    (player) =>
      player.starts >= LEAST_STARTS && player.taken / player.starts > threshold && chanceOf(player, share) < CHANCE,
  )
  return new Map(inTurn.map(({ userId, starts, taken: own }) => [userId, own / starts]))
}

// Farms play accounts in turn behind one address: each begins as the one before it ends. Many people behind one address, such as a family, an
// office or all customers of a mobile network, play at once or with time between. So a start counts as taken over only if it follows the end of
// another player's session and nobody of the address plays. How often that happens by chance follows from how much of the time around a start
// it could have happened; only who takes over much more often is told. So nobody brings others under suspicion by many short sessions.

/** From the end of a session to the next start. Milliseconds. */
const HANDOVER = 20_000
/** Fewer players or sessions tell nothing. */
const LEAST_PLAYERS = 5
const LEAST_SESSIONS = 20
/** A player takes part with so many of its own starts. */
const LEAST_STARTS = 2
/** Fewer taps are a look at the game, and no session; so are seldomer ones than one in so many milliseconds. */
const LEAST_TAPS = 10
const SELDOMEST = 10_000
/** The time before and after a start of which it is asked how often others would have taken over. Milliseconds. */
const AROUND = 900_000
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
  starts: number[]
  /** Starts that take over from another player. */
  taken: number
}

/** How probable at least `taken` of `starts` are, each of which has the probability `share`. */
const chanceOf = (starts: number, taken: number, share: number): number => {
  let sum = 0
  let term = (1 - share) ** starts
  for (let count = 0; count < taken; count += 1) {
    sum += term
    term *= ((starts - count) / (count + 1)) * (share / (1 - share))
  }
  return 1 - sum
}

/** A time in which any start takes over. */
interface Opening {
  from: number
  to: number
}

/** What each player takes over, and when any start would have. */
const findTakeovers = (sessions: AddressSession[]) => {
  const players = new Map<string, Player>()
  const openings: Opening[] = []
  let last: AddressSession | undefined
  for (const session of sessions.toSorted((a, b) => a.start - b.start)) {
    const { userId, start } = session
    const player = players.get(userId) ?? { userId, starts: [], taken: 0 }
    players.set(userId, player)
    player.starts.push(start)
    const since = last ? start - last.end : Infinity
    if (since >= 0 && since < HANDOVER && last!.userId !== userId) player.taken += 1
    if (since > 0 && last) openings.push({ from: last.end, to: Math.min(start, last.end + HANDOVER) })
    if (!last || session.end > last.end) last = session
  }
  return { players: [...players.values()], openings }
}

/** How much of the time before a moment was open. Openings are in order, and do not overlap. O(log n) for each moment. */
const openBefore = (openings: Opening[]) => {
  let sum = 0
  const sums = openings.map(({ from, to }) => (sum += to - from))
  return (moment: number): number => {
    let [low, high] = [0, openings.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (openings[middle]!.from < moment) low = middle + 1
      else high = middle
    }
    if (low === 0) return 0
    return sums[low - 1]! - Math.max(0, openings[low - 1]!.to - moment)
  }
}

/** The share of the time around starts in which any start would have taken over. */
const shareAround = (starts: number[], openUntil: (moment: number) => number): number => {
  const open = starts.reduce((sum, start) => sum + openUntil(start + AROUND) - openUntil(start - AROUND), 0)
  return Math.min(0.999, open / (2 * AROUND * starts.length))
}

const isPlay = ({ start, end, taps }: AddressSession): boolean => taps >= LEAST_TAPS && end - start <= taps * SELDOMEST

/** Which players of an address play in turn: the share of starts that take over from another player, by player. */
export const relayOf = (all: AddressSession[], threshold: number): Map<string, number> => {
  const sessions = all.filter(isPlay)
  if (sessions.length < LEAST_SESSIONS) return new Map()
  const { players, openings } = findTakeovers(sessions)
  const taken = players.reduce((sum, player) => sum + player.taken, 0)
  if (players.length < LEAST_PLAYERS || taken / sessions.length <= threshold) return new Map()
  const openUntil = openBefore(openings)
  const shares = players.map((player) => ({ ...player, share: player.taken / player.starts.length }))
  const inTurn = shares.filter(
    ({ starts, taken: own, share }) =>
      starts.length >= LEAST_STARTS &&
      share > threshold &&
      chanceOf(starts.length, own, shareAround(starts, openUntil)) < CHANCE,
  )
  return new Map(inTurn.map(({ userId, share }) => [userId, share]))
}

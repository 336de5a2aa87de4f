// Columns by player number. They grow by segments, so that growth neither copies what is there nor reserves more than a segment.

const BITS = 14
const PLAYERS = 1 << BITS
const MASK = PLAYERS - 1

/** A score for each player number: whole numbers from 0 to 2^53 - 1, which float64 holds exactly. */
export interface Scores {
  get: (player: number) => number
  /** Player numbers are used in turn: `player` is at most one above the highest so far. */
  set: (player: number, score: number) => void
  bytes: () => number
}

/** 8 bytes a player, and up to 128 KiB unused at the end. */
export const createScores = (): Scores => {
  const segments: Float64Array[] = []
  return {
    get: (player) => segments[player >>> BITS]![player & MASK]!,
    set: (player, score) => {
      if (player >>> BITS === segments.length) segments.push(new Float64Array(PLAYERS))
      segments[player >>> BITS]![player & MASK] = score
    },
    bytes: () => segments.length * PLAYERS * Float64Array.BYTES_PER_ELEMENT,
  }
}

/** Four 32-bit words for each player number. */
export interface Words {
  /** The segment with the player's words; they begin at `offset(player)`. */
  segment: (player: number) => Uint32Array
  offset: (player: number) => number
  /** Makes room for `player`, which is at most one above the highest so far. */
  reserve: (player: number) => void
  bytes: () => number
}

/** 16 bytes a player, and up to 256 KiB unused at the end. */
export const createWords = (): Words => {
  const segments: Uint32Array[] = []
  return {
    segment: (player) => segments[player >>> BITS]!,
    offset: (player) => (player & MASK) * 4,
    reserve: (player) => {
      if (player >>> BITS === segments.length) segments.push(new Uint32Array(PLAYERS * 4))
    },
    bytes: () => segments.length * PLAYERS * 4 * Uint32Array.BYTES_PER_ELEMENT,
  }
}

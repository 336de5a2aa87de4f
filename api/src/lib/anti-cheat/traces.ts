// Pieces of a rhythm, by which one recording played by several accounts, or again and again by one, is found. Where a piece begins
// follows from the rhythm itself: at a gap that is longer than all around it. So the same recording yields the same pieces wherever
// an account begins it, and however batches divide it.

/** A gap begins a piece if it is the longest of so many before and after it. */
const AROUND = 24
/** Gaps of a piece. */
export const PIECE = 208
/** Distances to the next beginnings, which are a piece's key. */
const DISTANCES = 3
const LONGEST_DISTANCE = 255
/** How many pieces of a day are kept: those of the lowest keys, so that two accounts keep the same ones. */
export const MOST_TRACES = 8

export interface Trace {
  /** A hash of the distances; accounts with a common key are compared. */
  key: number
  /** PIECE gaps in half bytes, base64. */
  gaps: string
}

/** The gaps of a session that may still be a part of a piece. */
export interface TraceReader {
  gaps: number[]
  beginnings: number[]
}
export const emptyReader = (): TraceReader => ({ gaps: [], beginnings: [] })

/** Mixes the bits of a number (the finalizer of MurmurHash3), so that the lowest keys are any. */
const mix = (value: number): number => {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

/** 16 levels around the median, a quarter of an octave each, so that a pause weighs no more than four times the median. */
const LEVELS_PER_OCTAVE = 4
const pack = (gaps: number[]): string => {
  const median = Math.max(1, gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!)
  const levels = gaps.map((gap) =>
    Math.min(15, Math.max(0, Math.round(Math.log2(Math.max(1, gap) / median) * LEVELS_PER_OCTAVE) + 8)),
  )
  return Buffer.from(
    Array.from({ length: PIECE / 2 }, (_, index) => levels[2 * index]! * 16 + levels[2 * index + 1]!),
  ).toString('base64')
}

/** The levels of a piece's gaps, 0 to 15. */
const unpack = (gaps: string): number[] => [...Buffer.from(gaps, 'base64')].flatMap((byte) => [byte >> 4, byte & 15])

const isBeginning = (gaps: number[], at: number): boolean => {
  const gap = gaps[at]!
  if (gap <= gaps[at - 1]! || gap <= gaps[at + 1]!) return false
  for (let step = 2; step <= AROUND; step += 1) if (gaps[at - step]! >= gap || gaps[at + step]! >= gap) return false
  return true
}

/** Whether all of the first piece is there. */
const isComplete = ({ gaps, beginnings }: TraceReader): boolean =>
  beginnings.length > DISTANCES && gaps.length > beginnings[0]! + PIECE

/** Removes the first piece. Undefined where its distances are too long for a key. */
const takePiece = (reader: TraceReader): Trace | undefined => {
  const [first, ...next] = reader.beginnings as [number, ...number[]]
  const distances = next.slice(0, DISTANCES).map((at, index) => at - (index === 0 ? first : next[index - 1]!))
  const gaps = reader.gaps.slice(first + 1, first + 1 + PIECE)
  const start = Math.max(0, next[0]! - AROUND)
  reader.gaps = reader.gaps.slice(start)
  reader.beginnings = next.map((at) => at - start)
  if (distances.some((distance) => distance > LONGEST_DISTANCE)) return undefined
  return { key: mix(distances.reduce((key, distance) => key * 1024 + distance, 0)), gaps: pack(gaps) }
}

/** Without a beginning for so long, the reader forgets: its memory is bounded. */
const LONGEST_BUFFER = 4 * LONGEST_DISTANCE

/** Adds a gap, in place. Returns the piece that it completes, if any. */
export const readTrace = (reader: TraceReader, gap: number): Trace | undefined => {
  if (reader.gaps.length >= LONGEST_BUFFER) {
    reader.gaps = []
    reader.beginnings = []
  }
  reader.gaps.push(gap)
  const at = reader.gaps.length - 1 - AROUND
  if (at >= AROUND && isBeginning(reader.gaps, at)) reader.beginnings.push(at)
  return isComplete(reader) ? takePiece(reader) : undefined
}

/** The pieces that a day keeps, one of a key. */
export const keepTraces = (traces: Trace[]): Trace[] => {
  const byKey = new Map(traces.map((trace) => [trace.key, trace]))
  return [...byKey.values()].toSorted((a, b) => a.key - b.key).slice(0, MOST_TRACES)
}

/** Shifted by so many gaps, two pieces of one recording no longer fit. */
const SHIFTS = 10
/** How much better the pieces fit unshifted: fingers that come down in turn make an even pattern, which fits shifted as well. */
const LEAST_EXCESS = 0.15

/** The correlation of two lists, the second from `shift` on. */
const correlate = (x: number[], y: number[], shift: number): number => {
  const length = x.length - shift
  let [sx, sy, xy, xx, yy] = [0, 0, 0, 0, 0]
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [x[index]!, y[index + shift] ?? 0]
    sx += a
    sy += b
    xy += a * b
    xx += a * a
    yy += b * b
  }
  const spread = (xx - (sx * sx) / length) * (yy - (sy * sy) / length)
  return spread <= 0 ? 0 : (xy - (sx * sy) / length) / Math.sqrt(spread)
}

/** How much two pieces are alike, 0 to 1: the correlation of their gaps, and 0 where they fit as well when shifted. */
export const likenessOf = (one: Trace, other: Trace): number => {
  const [x, y] = [unpack(one.gaps), unpack(other.gaps)]
  const value = correlate(x, y, 0)
  const shifted = Array.from({ length: SHIFTS }, (_, index) => correlate(x, y, index + 1))
  return value - Math.max(...shifted) < LEAST_EXCESS ? 0 : value
}

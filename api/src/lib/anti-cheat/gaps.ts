// The times between taps, as counts and sums.

/** Bins of a doubling of the gap. */
const BINS_PER_OCTAVE = 8
/** Up to 2^16 ms. */
export const BINS = 16 * BINS_PER_OCTAVE
/** From here on a gap is no part of a rhythm. Milliseconds. */
export const RHYTHM_BREAK = 2000
/** Taps between two gaps that are compared: research/game.md found these lags to differ most between people and programs. */
export const LAGS = [2, 5, 10, 20] as const
const LONGEST_LAG = 20
/** 2^7 ms, about the median gap: subtracted so that sums of squares stay small and exact. */
const USUAL_OCTAVE = 7

export interface GapSums {
  /** How many gaps are in each bin, from 1 ms. */
  bins: number[]
  /** Of the binary logarithms of gaps within a rhythm: count, sum, squares. */
  count: number
  sum: number
  squares: number
  /** For each lag: pairs, and the sum of their products. */
  pairs: number[]
  products: number[]
}

export const emptyGaps = (): GapSums => ({
  bins: Array.from({ length: BINS }, () => 0),
  count: 0,
  sum: 0,
  squares: 0,
  pairs: LAGS.map(() => 0),
  products: LAGS.map(() => 0),
})

export const addNumbers = (one: number[], other: number[]): number[] => one.map((value, index) => value + other[index]!)

export const mergeGaps = (one: GapSums, other: GapSums): GapSums => ({
  bins: addNumbers(one.bins, other.bins),
  count: one.count + other.count,
  sum: one.sum + other.sum,
  squares: one.squares + other.squares,
  pairs: addNumbers(one.pairs, other.pairs),
  products: addNumbers(one.products, other.products),
})

/** The last gaps of a rhythm, as a ring. */
export interface Rhythm {
  last: number[]
  length: number
}
export const emptyRhythm = (): Rhythm => ({ last: Array.from({ length: LONGEST_LAG }, () => 0), length: 0 })

/** Adds a gap of the rhythm, in place. */
export const addGap = (sums: GapSums, rhythm: Rhythm, gap: number): void => {
  const octave = Math.log2(Math.max(1, gap))
  sums.bins[Math.min(BINS - 1, Math.floor(octave * BINS_PER_OCTAVE))]! += 1
  if (gap >= RHYTHM_BREAK) return
  const value = octave - USUAL_OCTAVE
  sums.count += 1
  sums.sum += value
  sums.squares += value * value
  for (let index = 0; index < LAGS.length; index += 1) {
    const lag = LAGS[index]!
    if (rhythm.length < lag) break
    sums.pairs[index]! += 1
    sums.products[index]! += value * rhythm.last[(rhythm.length - lag) % LONGEST_LAG]!
  }
  rhythm.last[rhythm.length % LONGEST_LAG] = value
  rhythm.length += 1
}

/** The gap below which a share of the gaps under `end` lies, in milliseconds, evenly spread within a bin. */
const quantile = (bins: number[], share: number, total: number): number => {
  let left = share * total
  const bin = bins.findIndex((count) => {
    if (count > 0 && count >= left) return true
    left -= count
    return false
  })
  return bin < 0 ? 0 : 2 ** ((bin + left / bins[bin]!) / BINS_PER_OCTAVE)
}

const binOf = (gap: number) => Math.floor(Math.log2(gap) * BINS_PER_OCTAVE)

const sumOf = (bins: number[]) => bins.reduce((sum, count) => sum + count, 0)

/** The gaps of a rhythm: their number, median, and how far they spread: the distance of the quartiles in parts of the median. */
export const spreadOf = ({ bins }: GapSums): { count: number; median: number; spread: number } => {
  const short = bins.slice(0, binOf(RHYTHM_BREAK))
  const count = sumOf(short)
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(short, share, count)) as [
    number,
    number,
    number,
  ]
  return { count, median, spread: median === 0 ? 0 : (high - low) / median }
}

/** A pause is so many times as long as the median gap, and shorter than a minute of doing something else. */
const PAUSE_MEDIANS = 6
const LONGEST_PAUSE = 20_000

/** The share of gaps that are pauses. */
export const pauseShare = (sums: GapSums): number => {
  const { median } = spreadOf(sums)
  const upTo = sums.bins.slice(0, binOf(LONGEST_PAUSE))
  const total = sumOf(upTo)
  return total === 0 ? 0 : sumOf(upTo.slice(binOf(Math.max(1, median * PAUSE_MEDIANS)))) / total
}

/** How much gaps depend on those before them: the greatest autocorrelation of their logarithms, of any lag and sign. */
export const driftOf = (sums: GapSums): number => {
  const mean = sums.sum / sums.count
  const variance = sums.squares / sums.count - mean * mean
  if (!(variance > 1e-9)) return 0
  const correlations = sums.pairs.map((pairs, index) =>
    pairs === 0 ? 0 : (sums.products[index]! / pairs - mean * mean) / variance,
  )
  return Math.max(...correlations.map(Math.abs))
}

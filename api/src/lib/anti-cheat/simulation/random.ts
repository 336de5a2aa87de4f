/** Random numbers that a seed determines. */
export interface Random {
  /** 0 ≤ x < 1 */
  next: () => number
  between: (low: number, high: number) => number
  normal: () => number
  /** A log-normal number of this median. */
  around: (median: number, sigma: number) => number
  int: (low: number, high: number) => number
}

/** The generator sfc32 (PractRand, Chris Doty-Humphrey), begun with a seed and the number of a stream. */
export const createRandom = (seed: number, stream: number): Random => {
  let [a, b, c, d] = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1]
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 15; round += 1) next()
  // Box and Muller.
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    normal,
    between: (low, high) => low + next() * (high - low),
    around: (median, sigma) => median * Math.exp(sigma * normal()),
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
  }
}

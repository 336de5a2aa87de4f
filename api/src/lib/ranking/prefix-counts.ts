/** Counts by index with fast sums, as a Fenwick tree. */
export interface PrefixCounts {
  /** Replaces all by the first `length` of `counts`. O(length). */
  rebuild: (counts: Int32Array, length: number) => void
  /** Adds to one count. O(log n). */
  add: (index: number, change: number) => void
  /** The sum of the counts before `index`. O(log n). */
  before: (index: number) => number
  /** The largest index whose sum of counts before is at most `sum`, below n; counts are positive. O(log n). */
  indexOf: (sum: number) => number
  bytes: () => number
}

/** Peter M. Fenwick, A new data structure for cumulative frequency tables, Software: Practice and Experience 24 (1994). */
export const createPrefixCounts = (): PrefixCounts => {
  // sums[i] is the sum of the counts from i - (i & -i) up to i, that one left out.
  let sums = new Int32Array(16)
  let size = 0

  const rebuild = (counts: Int32Array, length: number) => {
    if (length >= sums.length) sums = new Int32Array(length * 2)
    size = length
    sums.fill(0, 0, length + 1)
    for (let at = 1; at <= length; at += 1) {
      sums[at]! += counts[at - 1]!
      const parent = at + (at & -at)
      if (parent <= length) sums[parent]! += sums[at]!
    }
  }

  const before = (index: number) => {
    let sum = 0
    for (let at = index; at > 0; at -= at & -at) sum += sums[at]!
    return sum
  }

  const indexOf = (sum: number) => {
    let [index, rest] = [0, sum]
    for (let step = 2 ** (31 - Math.clz32(size)); step >= 1; step >>= 1) {
      const next = index + step
      if (next >= size || sums[next]! > rest) continue
      rest -= sums[next]!
      index = next
    }
    return index
  }

  return {
    rebuild,
    add: (index, change) => {
      for (let at = index + 1; at <= size; at += at & -at) sums[at]! += change
    },
    before,
    indexOf,
    bytes: () => sums.byteLength,
  }
}

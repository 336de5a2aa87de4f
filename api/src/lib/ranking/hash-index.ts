const TABLES = 1024
/** An entry is a number plus one in 27 bits, and five bits of the hash, which spare most comparisons of keys. */
const NUMBER = 0x07ff_ffff
const TAG = ~NUMBER
/** Numbers that an index can have at most. */
export const MOST_NUMBERS = NUMBER - 1

const tableOf = (hashed: number) => hashed >>> 22
const tagOf = (hashed: number) => (hashed << 10) & TAG

/** Entries of a table for so many numbers, of which at most three quarters are used: a power of two. */
const lengthFor = (numbers: number): number => 2 ** Math.max(4, Math.ceil(Math.log2((numbers * 4) / 3)))

/** Numbers by the hashes of their keys. */
export interface HashIndex {
  /** The number with this hash whose key is the one sought, or -1. */
  find: (hashed: number, isSought: (number: number) => boolean) => number
  /** Adds a number that is not there. */
  add: (hashed: number, number: number) => void
  /** Removes a number that is there. */
  remove: (hashed: number, number: number) => void
  bytes: () => number
}

const put = (table: Int32Array, hashed: number, entry: number): void => {
  const mask = table.length - 1
  let slot = hashed & mask
  while (table[slot] !== 0) slot = (slot + 1) & mask
  table[slot] = entry
}

/**
 * Open addressing with linear probing; removal moves later entries back (Knuth, The Art of Computer Programming, volume 3,
 * section 6.4, algorithm R). The hash is divided into 1024 tables, so that growth copies a thousandth of the entries at a time;
 * with room for the numbers that are expected it need not grow. 5.4 to 10.7 bytes a number.
 */
export const createHashIndex = (hashOf: (number: number) => number, expected: number): HashIndex => {
  const none = new Int32Array(1)
  const tables = Array.from({ length: TABLES }, () =>
    expected > 0 ? new Int32Array(lengthFor(expected / TABLES)) : none,
  )
  const counts = new Int32Array(TABLES)

  /** The table, with room for one more entry: at most three quarters are used. */
  const tableWithRoom = (index: number): Int32Array => {
    const table = tables[index]!
    if ((counts[index]! + 1) * 4 <= table.length * 3) return table
    const larger = new Int32Array(Math.max(16, table.length * 2))
    for (const entry of table) if (entry !== 0) put(larger, hashOf((entry & NUMBER) - 1), entry)
    tables[index] = larger
    return larger
  }

  return {
    find: (hashed, isSought) => {
      const table = tables[tableOf(hashed)]!
      const mask = table.length - 1
      for (let slot = hashed & mask; ; slot = (slot + 1) & mask) {
        const entry = table[slot]!
        if (entry === 0) return -1
        if ((entry & TAG) === tagOf(hashed) && isSought((entry & NUMBER) - 1)) return (entry & NUMBER) - 1
      }
    },
    add: (hashed, number) => {
      put(tableWithRoom(tableOf(hashed)), hashed, tagOf(hashed) | (number + 1))
      counts[tableOf(hashed)]! += 1
    },
    remove: (hashed, number) => {
      const table = tables[tableOf(hashed)]!
      const mask = table.length - 1
      let hole = hashed & mask
      while ((table[hole]! & NUMBER) !== number + 1) hole = (hole + 1) & mask
      for (let slot = (hole + 1) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
        const home = hashOf((table[slot]! & NUMBER) - 1) & mask
        if (((slot - home) & mask) < ((slot - hole) & mask)) continue
        table[hole] = table[slot]!
        hole = slot
      }
      table[hole] = 0
      counts[tableOf(hashed)]! -= 1
    },
    bytes: () => counts.byteLength + tables.reduce((sum, table) => sum + table.byteLength, 0),
  }
}

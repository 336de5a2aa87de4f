import { createWords } from './segments.ts'

/** MurmurHash3_x86_32 of 16 bytes by Austin Appleby (public domain). The server makes the UUIDs, so nobody can choose collisions. */
export const hash = (words: Uint32Array, start: number): number => {
  let mixed = 0
  for (let word = start; word < start + 4; word += 1) {
    const part = Math.imul(words[word]!, 0xcc9e2d51)
    mixed ^= Math.imul((part << 15) | (part >>> 17), 0x1b873593)
    mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** UUIDs by player number, four words each. */
export interface UuidColumn {
  /** Stores a UUID, in place of a removed one if there is any, and returns its number. Throws RangeError beyond `most`. */
  add: (uuid: Uint32Array) => number
  remove: (player: number) => void
  has: (player: number, uuid: Uint32Array) => boolean
  hashOf: (player: number) => number
  /** Whether the UUID of `a` comes before that of `b` in the order of their bytes. */
  isBefore: (a: number, b: number) => boolean
  /** Whether a lower number is always that of a lower UUID. */
  isInOrder: () => boolean
  segment: (player: number) => Uint32Array
  offset: (player: number) => number
  bytes: () => number
}

/** Whether four words are less than four others. */
const isLess = (one: Uint32Array, oneStart: number, other: Uint32Array, otherStart: number): boolean => {
  for (let word = 0; word < 4; word += 1) {
    const [left, right] = [one[oneStart + word]!, other[otherStart + word]!]
    if (left !== right) return left < right
  }
  return false
}

/** `most`: the highest count of numbers. */
export const createUuidColumn = (most: number): UuidColumn => {
  const { segment, offset, reserve, bytes } = createWords()
  let highest = -1
  // Whether numbers go up as UUIDs do: as rows come from the database, and as UUIDv7s are made. Then no UUID need be read to compare two.
  let isInOrder = true
  // Unused numbers are linked through their first word, each plus one.
  let unused = 0

  const nextNumber = (): number => {
    if (unused !== 0) {
      const player = unused - 1
      unused = segment(player)[offset(player)]!
      return player
    }
    if (highest + 1 >= most) throw new RangeError(`A ranking has at most ${most} players`)
    highest += 1
    reserve(highest)
    return highest
  }

  return {
    add: (uuid) => {
      isInOrder &&= unused === 0 && (highest < 0 || isLess(segment(highest), offset(highest), uuid, 0))
      const player = nextNumber()
      segment(player).set(uuid, offset(player))
      return player
    },
    remove: (player) => {
      segment(player)[offset(player)] = unused
      unused = player + 1
    },
    has: (player, uuid) => {
      const words = segment(player)
      const start = offset(player)
      return (
        words[start + 3] === uuid[3] &&
        words[start + 2] === uuid[2] &&
        words[start + 1] === uuid[1] &&
        words[start] === uuid[0]
      )
    },
    hashOf: (player) => hash(segment(player), offset(player)),
    isBefore: (a, b) => (isInOrder ? a < b : isLess(segment(a), offset(a), segment(b), offset(b))),
    isInOrder: () => isInOrder,
    segment,
    offset,
    bytes,
  }
}

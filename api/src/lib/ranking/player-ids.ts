import { createWords } from './segments.ts'
import { formatUuid, parseUuid } from './uuid.ts'

/** Players by number: dense numbers from 0 for UUIDs. A removed player's number goes to the next new player. */
export interface PlayerIds {
  /** How many players there are. */
  size: () => number
  /** The player's number, a new one if the UUID is new. O(1). Throws TypeError unless `id` is a UUID's text. */
  add: (id: string) => number
  /** As `add`, for the 16 bytes of a UUID at `at`. */
  addBytes: (bytes: Buffer, at: number) => number
  /** The player's number, or -1. O(1). Throws as `add` does. */
  find: (id: string) => number
  /** Forgets a player that is there. O(1). */
  remove: (player: number) => void
  /** The UUID's text, in lower case. */
  idOf: (player: number) => string
  /** Whether the UUID of `a` comes before that of `b` in the order of their bytes, which is that of PostgreSQL's uuid. */
  isBefore: (a: number, b: number) => boolean
  /** Whether a lower number is always that of a lower UUID: players were added in that order, and none in the place of a removed one. */
  isInOrder: () => boolean
  bytes: () => number
}

const TABLES = 1024
/** An entry is a player's number plus one in 27 bits, and five bits of the hash, which spare most reads of other players' UUIDs. */
const NUMBER = 0x07ff_ffff
const TAG = ~NUMBER
/** Players that a ranking can have at most. */
export const MOST_PLAYERS = NUMBER - 1

/** MurmurHash3_x86_32 of 16 bytes by Austin Appleby (public domain). The server makes the UUIDs, so nobody can choose collisions. */
const hash = (words: Uint32Array, start: number): number => {
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

const tableOf = (hashed: number) => hashed >>> 22
const tagOf = (hashed: number) => (hashed << 10) & TAG

/** Entries of a table for so many players, of which at most three quarters are used: a power of two. */
const lengthFor = (players: number): number => 2 ** Math.max(4, Math.ceil(Math.log2((players * 4) / 3)))

/**
 * Open addressing with linear probing over the UUIDs' 16 bytes; removal moves later entries back (Knuth, The Art of Computer
 * Programming, volume 3, section 6.4, algorithm R). The hash is divided into 1024 tables, so that growth copies a
 * thousandth of the entries at a time; with room for the players that are expected it need not grow. 16 bytes a player for UUIDs and 5.4 to 10.7 for entries.
 */
export const createPlayerIds = (expected = 0): PlayerIds => {
  const ids = createWords()
  const none = new Int32Array(1)
  const tables = Array.from({ length: TABLES }, () =>
    expected > 0 ? new Int32Array(lengthFor(expected / TABLES)) : none,
  )
  const counts = new Int32Array(TABLES)
  const sought = new Uint32Array(4)
  let size = 0
  let highest = -1
  // Whether numbers go up as UUIDs do: as rows come from the database, and as UUIDv7s are made. Then no UUID need be read to compare two.
  let isInOrder = true
  // Unused numbers are linked through their first word, each plus one.
  let unused = 0

  const hashOf = (player: number) => hash(ids.segment(player), ids.offset(player))

  const isSought = (player: number) => {
    const words = ids.segment(player)
    const start = ids.offset(player)
    return (
      words[start + 3] === sought[3] &&
      words[start + 2] === sought[2] &&
      words[start + 1] === sought[1] &&
      words[start] === sought[0]
    )
  }

  const findSought = (hashed: number): number => {
    const table = tables[tableOf(hashed)]!
    const mask = table.length - 1
    for (let slot = hashed & mask; ; slot = (slot + 1) & mask) {
      const entry = table[slot]!
      if (entry === 0) return -1
      if ((entry & TAG) === tagOf(hashed) && isSought((entry & NUMBER) - 1)) return (entry & NUMBER) - 1
    }
  }

  const put = (table: Int32Array, hashed: number, entry: number) => {
    const mask = table.length - 1
    let slot = hashed & mask
    while (table[slot] !== 0) slot = (slot + 1) & mask
    table[slot] = entry
  }

  /** The table, with room for one more entry: at most three quarters are used. */
  const tableWithRoom = (index: number): Int32Array => {
    const table = tables[index]!
    if ((counts[index]! + 1) * 4 <= table.length * 3) return table
    const larger = new Int32Array(Math.max(16, table.length * 2))
    for (const entry of table) if (entry !== 0) put(larger, hashOf((entry & NUMBER) - 1), entry)
    tables[index] = larger
    return larger
  }

  const nextNumber = (): number => {
    if (unused !== 0) {
      const player = unused - 1
      unused = ids.segment(player)[ids.offset(player)]!
      return player
    }
    if (highest + 1 >= MOST_PLAYERS) throw new RangeError(`A ranking has at most ${MOST_PLAYERS} players`)
    highest += 1
    ids.reserve(highest)
    return highest
  }

  /** Whether `sought` comes after the player, by UUID. */
  const isSoughtAfter = (player: number): boolean => {
    const [words, start] = [ids.segment(player), ids.offset(player)]
    for (let word = 0; word < 4; word += 1)
      if (words[start + word] !== sought[word]) return words[start + word]! < sought[word]!
    return false
  }

  const addSought = (): number => {
    const hashed = hash(sought, 0)
    const found = findSought(hashed)
    if (found >= 0) return found
    isInOrder &&= unused === 0 && (highest < 0 || isSoughtAfter(highest))
    const player = nextNumber()
    ids.segment(player).set(sought, ids.offset(player))
    put(tableWithRoom(tableOf(hashed)), hashed, tagOf(hashed) | (player + 1))
    counts[tableOf(hashed)]! += 1
    size += 1
    return player
  }

  const add = (id: string): number => {
    parseUuid(id, sought)
    return addSought()
  }

  const addBytes = (bytes: Buffer, at: number): number => {
    for (let word = 0; word < 4; word += 1) sought[word] = bytes.readUInt32BE(at + 4 * word)
    return addSought()
  }

  const remove = (player: number): void => {
    const hashed = hashOf(player)
    const table = tables[tableOf(hashed)]!
    const mask = table.length - 1
    let hole = hashed & mask
    while ((table[hole]! & NUMBER) !== player + 1) hole = (hole + 1) & mask
    for (let slot = (hole + 1) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const home = hashOf((table[slot]! & NUMBER) - 1) & mask
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      table[hole] = table[slot]!
      hole = slot
    }
    table[hole] = 0
    counts[tableOf(hashed)]! -= 1
    size -= 1
    ids.segment(player)[ids.offset(player)] = unused
    unused = player + 1
  }

  const isBefore = (a: number, b: number): boolean => {
    if (isInOrder) return a < b
    const [aWords, aStart, bWords, bStart] = [ids.segment(a), ids.offset(a), ids.segment(b), ids.offset(b)]
    for (let word = 0; word < 4; word += 1) {
      const [left, right] = [aWords[aStart + word]!, bWords[bStart + word]!]
      if (left !== right) return left < right
    }
    return false
  }

  return {
    size: () => size,
    add,
    addBytes,
    find: (id) => {
      parseUuid(id, sought)
      return findSought(hash(sought, 0))
    },
    remove,
    idOf: (player) => formatUuid(ids.segment(player), ids.offset(player)),
    isBefore,
    isInOrder: () => isInOrder,
    bytes: () => ids.bytes() + counts.byteLength + tables.reduce((sum, table) => sum + table.byteLength, 0),
  }
}

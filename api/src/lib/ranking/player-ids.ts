import { createHashIndex, MOST_NUMBERS } from './hash-index.ts'
import { formatUuid, parseUuid } from './uuid.ts'
import { createUuidColumn, hash } from './uuid-column.ts'

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

/** Players that a ranking can have at most. */
export const MOST_PLAYERS = MOST_NUMBERS

/**
 * UUIDs by number, 16 bytes each, and the numbers by the UUIDs' hashes. `expected`: about how many players there are, for
 * which room is made at once.
 */
export const createPlayerIds = (expected = 0): PlayerIds => {
  const ids = createUuidColumn(MOST_PLAYERS)
  const index = createHashIndex(ids.hashOf, expected)
  const sought = new Uint32Array(4)
  let size = 0

  const isSought = (player: number) => ids.has(player, sought)

  const addSought = (): number => {
    const hashed = hash(sought, 0)
    const found = index.find(hashed, isSought)
    if (found >= 0) return found
    const player = ids.add(sought)
    index.add(hashed, player)
    size += 1
    return player
  }

  return {
    size: () => size,
    add: (id) => {
      parseUuid(id, sought)
      return addSought()
    },
    addBytes: (bytes, at) => {
      for (let word = 0; word < 4; word += 1) sought[word] = bytes.readUInt32BE(at + 4 * word)
      return addSought()
    },
    find: (id) => {
      parseUuid(id, sought)
      return index.find(hash(sought, 0), isSought)
    },
    remove: (player) => {
      index.remove(ids.hashOf(player), player)
      ids.remove(player)
      size -= 1
    },
    idOf: (player) => formatUuid(ids.segment(player), ids.offset(player)),
    isBefore: ids.isBefore,
    isInOrder: ids.isInOrder,
    bytes: () => ids.bytes() + index.bytes(),
  }
}

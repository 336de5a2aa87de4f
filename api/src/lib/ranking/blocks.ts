import type { BlockDirectory } from './block-directory.ts'

/** B: players in a block at most. */
export const BLOCK = 1024
/** Neighbours that have no more together are joined, so blocks are 3/8 full on average or more. */
const JOINED = (BLOCK * 3) / 4

/** A block with one player, behind all others. */
export const openLast = (directory: BlockDirectory, player: number): void =>
  directory.add(directory.count(), new Int32Array(BLOCK).fill(player, 0, 1), 1)

/** Puts a player behind all others. Blocks are filled to three quarters, so that later ones fit in. */
export const append = (directory: BlockDirectory, player: number): void => {
  const last = directory.count() - 1
  if (last < 0 || directory.lengthOf(last) >= JOINED) return openLast(directory, player)
  directory.block(last)[directory.lengthOf(last)] = player
  directory.resize(last, 1)
}

/** Inserts a player at a slot of a block that is not full. */
export const insertAt = (directory: BlockDirectory, at: number, slot: number, player: number): void => {
  const block = directory.block(at)
  block.copyWithin(slot + 1, slot, directory.lengthOf(at))
  block[slot] = player
  directory.resize(at, 1)
}

/** Divides a full block. */
export const split = (directory: BlockDirectory, at: number): void => {
  const upper = new Int32Array(BLOCK)
  upper.set(directory.block(at).subarray(BLOCK / 2))
  directory.resize(at, -BLOCK / 2)
  directory.add(at + 1, upper, BLOCK / 2)
}

/** Joins a block with the next, if there is one and both fit. */
const joinNext = (directory: BlockDirectory, at: number): void => {
  if (at < 0 || at + 1 >= directory.count()) return
  const [length, added] = [directory.lengthOf(at), directory.lengthOf(at + 1)]
  if (length + added > JOINED) return
  directory.block(at).set(directory.block(at + 1).subarray(0, added), length)
  directory.resize(at, added)
  directory.drop(at + 1)
}

/** Removes the player at a slot of a block. */
export const removeAt = (directory: BlockDirectory, at: number, slot: number): void => {
  if (directory.lengthOf(at) === 1) return directory.drop(at)
  directory.block(at).copyWithin(slot, slot + 1, directory.lengthOf(at))
  directory.resize(at, -1)
  joinNext(directory, at)
  joinNext(directory, at - 1)
}

/** The players from a position on, at most `count`. */
export const slice = (directory: BlockDirectory, position: number, count: number): number[] => {
  if (directory.count() === 0) return []
  const players: number[] = []
  let at = directory.indexOf(position)
  let slot = position - directory.before(at)
  for (; at < directory.count() && players.length < count; at += 1, slot = 0) {
    const end = Math.min(directory.lengthOf(at), slot + count - players.length)
    for (; slot < end; slot += 1) players.push(directory.block(at)[slot]!)
  }
  return players
}

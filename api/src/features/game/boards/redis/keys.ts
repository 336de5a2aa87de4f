import type { BoardId } from '../score.ts'

/** Sorted sets of a board: one a shard, so that a cluster of Redis servers divides the players of one app among them. */
export const SHARDS = 16

/** Which sorted set has a player: FNV-1a of the text (http://www.isthe.com/chongo/tech/comp/fnv/), since imported users' ids may end alike. */
export const shardOf = (userId: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < userId.length; index += 1)
    hash = Math.imul(hash ^ userId.charCodeAt(index), 0x01000193) >>> 0
  return ((hash ^ (hash >>> 16)) >>> 0) % SHARDS
}

/** Whose boards: one Redis may serve several installations. */
export interface BoardKeys {
  /** Says which generation of the board is complete, and how far the building of the next one is. */
  marker: (appId: string, board: BoardId) => string
  /** Held by the server that builds the board: names the generation that it builds. */
  lock: (appId: string, board: BoardId) => string
  /** The sorted set of a shard. What is in braces decides the slot in a cluster (Redis cluster specification, "Hash tags"). */
  scores: (appId: string, board: BoardId, generation: string, shard: number) => string
}

export const boardKeys = (installation: string): BoardKeys => ({
  marker: (appId, board) => `openauth:${installation}:boards:{${appId}:${board}}:state`,
  lock: (appId, board) => `openauth:${installation}:boards:{${appId}:${board}}:builder`,
  scores: (appId, board, generation, shard) =>
    `openauth:${installation}:boards:{${appId}:${board}:${shard}}:${generation}`,
})

/** A player's UUID as 16 bytes: less memory than its text, and the same order. */
export const memberOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** The UUID's text. */
export const playerOf = (member: Buffer): string =>
  member.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

import type { BoardId } from '../score.ts'

/**
 * Sorted sets of a board: one a shard, so that a cluster of Redis servers divides the players of one app among them. A rank
 * asks each of them.
 */
export const SHARDS = 8

/** Which sorted set has a member: FNV-1a of its bytes (http://www.isthe.com/chongo/tech/comp/fnv/), since imported users' ids may end alike. */
export const shardOf = (member: Buffer): number => {
  let hash = 0x811c9dc5
  for (const byte of member) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
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

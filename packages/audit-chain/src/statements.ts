import type { Position } from './link.ts'

/** Stands for the lines that retention removed from the beginning of the chain. */
export interface Checkpoint extends Position {
  /** When it was made, in milliseconds since the epoch. */
  at: number
  /** How many lines have been removed, of the whole chain. */
  removed: number
  /** Whether all of them held when they were removed. */
  intact: boolean
}

/** What the server signs at a link: that it has chained all up to here. */
export const headStatement = ({ seq, hash, chainedAt }: Position & { chainedAt: number }): string =>
  JSON.stringify(['openauth audit head 1', seq, hash, chainedAt])

/** What the server signs of a checkpoint. */
export const checkpointStatement = ({ seq, hash, at, removed, intact }: Checkpoint): string =>
  JSON.stringify(['openauth audit checkpoint 1', seq, hash, at, removed, intact])

import type { ChainedLine, Position } from '@openauth/audit-chain'

/** A link with its line, as exports have it. Times are milliseconds since the epoch. */
export type ForwardedLink = Required<Omit<ChainedLine, 'eventId' | 'digest'>> & {
  previous: string | null
  digest: string | null
}

/** What a destination may say before the first link. */
export interface ChainFacts {
  /** The public key of the chain. */
  key: string
  /** What stands before the first link of a batch. */
  start: Position
}

export interface Destination {
  /** Under which its position is stored. */
  name: string
  /** The number of the last link that it has; undefined where it does not know. */
  position?: () => Promise<number | undefined>
  /** Resolves once the destination has the links, which follow each other; they may be sent again. */
  send: (links: ForwardedLink[], facts: ChainFacts) => Promise<void>
}

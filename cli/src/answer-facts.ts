/** What printing knows of a route's answer before it arrives: plain data, which the build derives from the contract. */
export interface AnswerFacts {
  /** Whether the answer is `{data, meta}`. */
  isPage: boolean
  isList: boolean
  /** Paths of all fields, of a list those of its rows; empty if they are not fixed. */
  paths: string[]
  /** Paths of the fields that are times, in milliseconds since the epoch. */
  instants: string[]
}

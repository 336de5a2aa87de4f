/** Where a level or league begins and where the next one does, in earned rings. The last one has no end. */
export interface Span {
  from: number
  to: number | null
}

/** How much of the way to the next level or league is done: 0 to 1. */
export const partOf = ({ from, to }: Span, earned: number): number =>
  to === null ? 1 : Math.min(1, Math.max(0, (earned - from) / (to - from)))

import type { TapView } from './engine/engine.ts'

/** Between two announcements. A screen reader needs about three seconds for one. Milliseconds. */
export const ANNOUNCE_EVERY = 5000
/** How old what a screen reader finds by itself may be. Milliseconds. */
const REFRESH_EVERY = 1000

interface Outputs {
  /** What is read where the player looks for it. */
  state: (text: string) => void
  /** What is announced by itself. */
  announcement: (text: string) => void
}

/**
 * Tells screen readers of taps: at most every five seconds, the last count once taps pause, and at once that the energy is
 * used up. Energy that refills is announced to nobody.
 */
export const createAnnouncer = (outputs: Outputs, words: (view: TapView) => string) => {
  let refreshedAt = -Infinity
  let saidAt = -Infinity
  let said: Pick<TapView, 'rings' | 'isEmpty'> | undefined
  return (view: TapView, now: number): void => {
    if (now - refreshedAt >= REFRESH_EVERY) {
      refreshedAt = now
      outputs.state(words(view))
    }
    // What there was before the first tap is no news.
    said ??= view
    const isUsedUp = view.isEmpty && !said.isEmpty
    if (!view.isEmpty) said = { ...said, isEmpty: false }
    if (!isUsedUp && (view.rings === said.rings || now - saidAt < ANNOUNCE_EVERY)) return
    said = view
    saidAt = now
    outputs.announcement(words(view))
  }
}

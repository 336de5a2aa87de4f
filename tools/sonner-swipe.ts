import type { Plugin } from 'vite'

/** Pixels of a swipe that dismiss a toast; Sonner has no setting for it. */
const THRESHOLD = 20

/** A short swipe dismisses a toast of the player app, as spec section 9 asks. */
export const sonnerSwipe: Plugin = {
  name: 'sonner-swipe',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
    handler(code) {
      const changed = code.replace(/const SWIPE_THRESHOLD = \d+;/, `const SWIPE_THRESHOLD = ${THRESHOLD};`)
      if (changed === code) throw new Error('Sonner no longer names its SWIPE_THRESHOLD: see sonnerSwipe')
      return { code: changed, map: null }
    },
  },
}

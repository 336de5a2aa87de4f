import { useLayoutEffect, useRef, useState } from 'react'

/** Milliseconds from one number to the next. */
const DURATION = 600
const PARTS = 1_000_000

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Eases out: fast at first, slow at the end. */
const eased = (part: number): bigint => BigInt(Math.round((1 - (1 - part) ** 3) * PARTS))

/**
 * A number that counts from its former value, at first 0, to the current one; without animation where the player
 * prefers reduced motion.
 */
export const useCountUp = (target: bigint): bigint => {
  const [shown, setShown] = useState(target)
  const from = useRef(0n)
  // A layout effect, because the browser would otherwise paint the number before it counts.
  useLayoutEffect(() => {
    const begin = from.current
    from.current = target
    if (begin === target || isStill()) return setShown(target)
    const startedAt = performance.now()
    let frame = 0
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - startedAt) / DURATION))
      setShown(part === 1 ? target : begin + ((target - begin) * eased(part)) / BigInt(PARTS))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    step(startedAt)
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}

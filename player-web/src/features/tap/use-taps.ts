import { type RefObject, useEffect } from 'react'
import { useHost } from '../../session/telegram.tsx'
import { createFlyingNumbers } from './flying-numbers.ts'
import { createHaptics } from './haptics.ts'
import { listenToPresses, type Point } from './presses.ts'
import { createTapSound } from './tap-sound.ts'
import type { TapSession } from './tap-session.ts'

export interface RingParts {
  button: HTMLButtonElement
  /** What leans to where it is touched. */
  body: HTMLElement
  /** Light where it is touched. */
  light: HTMLElement
  /** Where numbers fly. */
  layer: HTMLElement
}

/** How far the ring leans, in degrees. */
const LEAN = 13

const leaning = ({ button }: RingParts, { x, y }: Point): string => {
  const across = (x / button.offsetWidth - 0.5) * 2
  const down = (y / button.offsetHeight - 0.5) * 2
  return `perspective(60rem) rotateX(${(-down * LEAN).toFixed(1)}deg) rotateY(${(across * LEAN).toFixed(1)}deg) scale(0.955)`
}

/** The ring goes down where it is touched and comes back a little beyond its place. */
const press = (parts: RingParts, point: Point): void => {
  const { body, light } = parts
  for (const animation of [...body.getAnimations(), ...light.getAnimations()]) animation.cancel()
  const pressed = leaning(parts, point)
  body.animate(
    [
      { transform: pressed, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' },
      { offset: 0.55, transform: 'perspective(60rem) rotateX(0deg) rotateY(0deg) scale(1.012)', easing: 'ease-in-out' },
      { transform: 'perspective(60rem) rotateX(0deg) rotateY(0deg) scale(1)' },
    ],
    { duration: 260 },
  )
  const place = `translate(${point.x}px, ${point.y}px) translate(-50%, -50%)`
  light.animate(
    [
      { opacity: 0.85, transform: `${place} scale(0.5)` },
      { opacity: 0, transform: `${place} scale(1.5)` },
    ],
    { duration: 420, easing: 'ease-out' },
  )
}

/** Counts taps on the ring, and answers each where it landed: by light, a number, a vibration and a sound. */
export const useTaps = (session: TapSession | undefined, parts: RefObject<RingParts | null>, hasSound: boolean) => {
  const host = useHost()
  useEffect(() => {
    if (!session || !parts.current) return
    const ring = parts.current
    const numbers = createFlyingNumbers(ring.layer)
    const vibrate = createHaptics(host)
    const sound = createTapSound()
    const stillness = matchMedia('(prefers-reduced-motion: reduce)')
    const stop = listenToPresses(ring.button, (point) => {
      const outcome = session.engine.tap()
      if (!stillness.matches) press(ring, point)
      ring.button.toggleAttribute('data-empty', !outcome.counts && outcome.why === 'energy')
      if (!outcome.counts) return
      numbers.fly(`+${outcome.pay}`, point, stillness.matches)
      vibrate()
      if (hasSound) sound.play()
    })
    return () => {
      stop()
      numbers.remove()
      sound.close()
    }
  }, [session, parts, host, hasSound])
}

import { type RefObject, useEffect } from 'react'
import { useHost } from '../../session/telegram.tsx'
import { createFlyingNumbers } from './flying-numbers.ts'
import { createHaptics } from './haptics.ts'
import { createMotion } from './motion.ts'
import { listenToPresses, type Point } from './presses.ts'
import { createTapSound } from './tap-sound.ts'
import type { TapSession } from './tap-session.ts'
import type { TapParts } from './use-tap-loop.ts'

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
const LEAN = 16

const leaning = ({ x, y, size }: Point): string => {
  const across = (x / size - 0.5) * 2
  const down = (y / size - 0.5) * 2
  return `perspective(60rem) rotateX(${(-down * LEAN).toFixed(1)}deg) rotateY(${(across * LEAN).toFixed(1)}deg) scale(0.935)`
}

/** Down where it is touched, and back a little beyond its place. */
const swing = (point: Point): Keyframe[] => {
  const pressed = leaning(point)
  return [
    { transform: pressed },
    { offset: 0.16, transform: pressed, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' },
    { offset: 0.62, transform: 'perspective(60rem) rotateX(0deg) rotateY(0deg) scale(1.02)', easing: 'ease-in-out' },
    { transform: 'perspective(60rem) rotateX(0deg) rotateY(0deg) scale(1)' },
  ]
}

const flash = ({ x, y }: Point): Keyframe[] => {
  const place = `translate(${x}px, ${y}px) translate(-50%, -50%)`
  return [
    { opacity: 1, transform: `${place} scale(0.55)` },
    { opacity: 0, transform: `${place} scale(1.5)` },
  ]
}

/** How the ring takes a press. */
const createPress = ({ body, light }: RingParts) => {
  const lean = createMotion(body, { duration: 300 })
  const shine = createMotion(light, { duration: 420, easing: 'ease-out' })
  return (point: Point): void => {
    lean(swing(point))
    shine(flash(point))
  }
}

/** The page says by a short shake that there is no energy. */
const SHAKE: Keyframe[] = [0, -5, 4, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }))

/** The count answers a tap too. */
const BUMP: Keyframe[] = [{ transform: 'scale(1.07)' }, { transform: 'scale(1)' }]

/** After so long without a tap the ring invites to one. Milliseconds. */
const IDLE_AFTER = 4000

/** Marks the ring as idle some seconds after the last tap. */
const createIdleMark = (button: HTMLElement) => {
  let timer = 0
  return {
    tapped: () => {
      clearTimeout(timer)
      if (button.hasAttribute('data-idle')) button.removeAttribute('data-idle')
      timer = window.setTimeout(() => button.setAttribute('data-idle', ''), IDLE_AFTER)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Counts taps on the ring, and answers each where it landed: by light, a number, a vibration and a sound. */
export const useTaps = (
  session: TapSession | undefined,
  parts: RefObject<RingParts | null>,
  screen: RefObject<Pick<TapParts, 'counter' | 'energyBox'> | null>,
  hasSound: boolean,
) => {
  const host = useHost()
  useEffect(() => {
    if (!session || !parts.current) return
    const ring = parts.current
    const numbers = createFlyingNumbers(ring.layer)
    const vibrate = createHaptics(host)
    const sound = createTapSound()
    const idle = createIdleMark(ring.button)
    const press = createPress(ring)
    const bump = screen.current && createMotion(screen.current.counter, { duration: 160, easing: 'ease-out' })
    const stillness = matchMedia('(prefers-reduced-motion: reduce)')
    const stop = listenToPresses(ring.button, (point) => {
      const outcome = session.engine.tap()
      idle.tapped()
      if (!stillness.matches) press(point)
      if (!outcome.counts) {
        if (outcome.why === 'energy' && !stillness.matches) screen.current?.energyBox.animate(SHAKE, 240)
        return
      }
      if (!stillness.matches) bump?.(BUMP)
      numbers.fly(`+${outcome.pay}`, point, stillness.matches)
      vibrate()
      if (hasSound) sound.play()
    })
    return () => {
      stop()
      idle.stop()
      numbers.remove()
      sound.close()
    }
  }, [session, parts, screen, host, hasSound])
}

import { useEffect, useState } from 'react'
import type { Effects } from '../bridge/effects.ts'
import type { Prompt, Prompts } from '../bridge/prompts.ts'

/** Whether nothing covers the page: no other tab or window, and no full-screen element. */
const isInFront = (): boolean =>
  document.visibilityState === 'visible' && document.hasFocus() && document.fullscreenElement === null

/** Calls back with whether the page is in front, now and after each change; returns a function that stops it. */
const watchFront = (notify: (isInFront: boolean) => void): (() => void) => {
  const look = () => notify(isInFront())
  look()
  for (const name of ['focus', 'blur'] as const) addEventListener(name, look)
  for (const name of ['visibilitychange', 'fullscreenchange'] as const) document.addEventListener(name, look)
  return () => {
    for (const name of ['focus', 'blur'] as const) removeEventListener(name, look)
    for (const name of ['visibilitychange', 'fullscreenchange'] as const) document.removeEventListener(name, look)
  }
}

/** Whether a visible prompt can be approved now; a change of `effects`, its content, restarts the wait. */
export const useArmed = (prompts: Prompts, prompt: Prompt, effects: Effects | undefined): boolean => {
  const [isArmed, setIsArmed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watchFront((isFront) => {
      clearTimeout(timer)
      if (!isFront) {
        prompts.covered(prompt)
        setIsArmed(false)
        return
      }
      prompts.shown(prompt)
      const left = prompts.armedIn(prompt)
      if (left !== undefined) timer = setTimeout(() => setIsArmed(true), Math.ceil(left) + 1)
    })
    return () => {
      stop()
      clearTimeout(timer)
      setIsArmed(false)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps -- what is armed depends on them
  }, [prompts, prompt, effects])
  return isArmed
}

/** How long published adapters wait. Milliseconds. */
const ADAPTERS_WAIT = 10_000

/** Whether the dapp has probably stopped waiting for the answer. */
export const useIsLate = ({ askedAt }: Prompt): boolean => {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), askedAt + ADAPTERS_WAIT - performance.now())
    return () => clearTimeout(timer)
  }, [askedAt])
  return isLate
}

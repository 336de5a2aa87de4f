import { useEffect, useState } from 'react'
import type { Effects } from '../bridge/effects.ts'
import type { Prompt, Prompts } from '../bridge/prompts.ts'

/** Whether nothing lies over the page: neither another tab or window, nor what is full screen. */
const isInFront = (): boolean =>
  document.visibilityState === 'visible' && document.hasFocus() && document.fullscreenElement === null

/** Tells whether the page is in front, now and at every change; returns how to stop that. */
const watchFront = (tell: (isInFront: boolean) => void): (() => void) => {
  const look = () => tell(isInFront())
  look()
  for (const name of ['focus', 'blur'] as const) addEventListener(name, look)
  for (const name of ['visibilitychange', 'fullscreenchange'] as const) document.addEventListener(name, look)
  return () => {
    for (const name of ['focus', 'blur'] as const) removeEventListener(name, look)
    for (const name of ['visibilitychange', 'fullscreenchange'] as const) document.removeEventListener(name, look)
  }
}

/** Whether a prompt that is shown can be approved now; `effects` are what it shows so far, which begin the wait anew. */
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

/** Milliseconds after which published adapters have given up. */
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

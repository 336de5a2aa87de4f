import { useEffect, useState } from 'react'
import type { Effects } from '../bridge/effects.ts'
import type { Prompt, Prompts } from '../bridge/prompts.ts'

/** Calls back as soon as the page is in view; returns how to stop that. */
const whenVisible = (act: () => void): (() => void) => {
  const look = () => document.visibilityState === 'visible' && act()
  look()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Whether a prompt that is shown can be approved now; `effects` are what it shows so far, which begin the wait anew. */
export const useArmed = (prompts: Prompts, prompt: Prompt, effects: Effects | undefined): boolean => {
  const [isArmed, setIsArmed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = whenVisible(() => {
      prompts.shown(prompt)
      const left = prompts.armedIn(prompt)
      clearTimeout(timer)
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

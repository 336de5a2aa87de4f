import { useEffect, useRef, useState } from 'react'

const SHOWN_MS = 1500

/** Copies a text; `state` says for a moment how that went. */
export const useCopy = (): { copy: (text: string) => void; state: 'copied' | 'failed' | undefined } => {
  const [state, setState] = useState<'copied' | 'failed'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: 'copied' | 'failed') => {
    setState(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState(undefined), SHOWN_MS)
  }
  const copy = (text: string) =>
    // Absent on pages without TLS that are not on loopback.
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))).then(
      () => show('copied'),
      () => show('failed'),
    )
  return { copy, state }
}

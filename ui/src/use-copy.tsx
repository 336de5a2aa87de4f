import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a button shows the outcome. Milliseconds. */
const SHOWN_MS = 2000

/** Copies a text. Resolves to false, with a warning on the console, where the browser has no clipboard or refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  const fail = (reason: unknown): false => {
    // oxlint-disable-next-line no-console -- the caller shows the failure; the reason is for developers
    console.warn('Nothing was copied:', reason)
    return false
  }
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return fail('the browser offers a clipboard only to HTTPS pages')
  return clipboard.writeText(text).then(() => true, fail)
}

/** `copy` copies a text and resolves to whether it succeeded; `state` is the outcome, for a short time. */
export const useCopy = (): { copy: (text: string) => Promise<boolean>; state: 'copied' | 'failed' | undefined } => {
  const [state, setState] = useState<'copied' | 'failed'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback(async (text: string): Promise<boolean> => {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState(undefined), SHOWN_MS)
    return isCopied
  }, [])
  return { copy, state }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { notify } from './notify.ts'
import { t } from '../i18n/i18n.ts'

/** Milliseconds for which a button says that it has copied. */
const SHOWN_FOR = 2000

/** A copy action and whether it has just worked. A failure is told in a toast. */
export const useCopied = () => {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback(async (text: string): Promise<boolean> => {
    const done = await copyText(text)
    clearTimeout(timer.current)
    setIsCopied(done)
    if (done) timer.current = setTimeout(() => setIsCopied(false), SHOWN_FOR)
    else notify.error(t('copy.failed'))
    return done
  }, [])
  return { isCopied, copy }
}

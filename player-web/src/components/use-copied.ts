import { useCallback, useEffect, useRef, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { notify } from './notify.ts'
import { t } from '../i18n/i18n.ts'

/** How long a button says that it has copied. Milliseconds. */
const SHOW_DURATION = 2000

/** A copy action, and whether it has just succeeded. A failure is shown in a toast. */
export const useCopied = () => {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback(async (text: string): Promise<boolean> => {
    const done = await copyText(text)
    clearTimeout(timer.current)
    setIsCopied(done)
    if (done) timer.current = setTimeout(() => setIsCopied(false), SHOW_DURATION)
    else notify.error(t('copy.failed'))
    return done
  }, [])
  return { isCopied, copy }
}

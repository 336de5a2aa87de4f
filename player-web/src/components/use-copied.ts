import { useCopy } from '@openauth/ui/use-copy'
import { useCallback } from 'react'
import { t } from '../i18n/i18n.ts'
import { notify } from './notify.ts'

/** A copy action, and whether it has just succeeded. A failure is shown in a toast. */
export const useCopied = () => {
  const { copy, state } = useCopy()
  const copyOrNotify = useCallback(
    async (text: string): Promise<boolean> => {
      const isCopied = await copy(text)
      if (!isCopied) notify.error(t('copy.failed'))
      return isCopied
    },
    [copy],
  )
  return { isCopied: state === 'copied', copy: copyOrNotify }
}

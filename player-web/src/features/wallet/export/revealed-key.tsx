import { Button } from '@openauth/ui/button'
import { useEffect, useRef } from 'react'
import { useCopied } from '../../../components/use-copied.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { Announcement } from '../announcement.tsx'
import { SHOWN_FOR } from './use-private-key.ts'

/** The key, with a button that copies it. */
export const RevealedKey = ({ value }: { value: string }) => {
  const t = useTranslate()
  const { isCopied, copy } = useCopied()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="panel revealed">
      <h2 className="page-subtitle" ref={heading} tabIndex={-1}>
        {t('export.key')}
      </h2>
      <p className="mono revealed-key" translate="no">
        {value}
      </p>
      <Button variant="primary" className="wide" onClick={() => void copy(value)}>
        {t(isCopied ? 'copy.copied' : 'copy.copy')}
      </Button>
      <Announcement>{isCopied && t('copy.copied')}</Announcement>
      <p className="note">{t('export.hides', { seconds: SHOWN_FOR / 1000 })}</p>
    </section>
  )
}

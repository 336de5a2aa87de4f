import { Button } from '@openauth/ui/button'
import { downloadText } from '@openauth/ui/csv'
import { useCopy } from '@openauth/ui/use-copy'
import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useEffect, useRef } from 'react'
import { serverQuery } from '../../api/queries.ts'
import { useOwnAdmin } from '../../api/rights.ts'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { useTranslate } from '../../i18n/i18n.ts'

/** The name of the file that is saved. */
const FILE_NAME = 'openauth-recovery-codes.txt'

interface Props {
  codes: readonly string[]
  /** The operator has kept them. */
  onKept: () => void
}

const useFileText = (codes: readonly string[]): string => {
  const t = useTranslate()
  const name = useOwnAdmin()?.username ?? ''
  const address = useQuery(serverQuery).data?.address ?? ''
  return `${t('secondFactor.fileLead', { name, address })}\n\n${codes.join('\n')}\n`
}

const Keep = ({ codes }: Pick<Props, 'codes'>) => {
  const t = useTranslate()
  const { copy, state } = useCopy()
  const text = useFileText(codes)
  const said = { copied: t('secondFactor.copied'), failed: t('secondFactor.copyFailed') }
  return (
    <>
      <div className="factor-actions">
        <Button icon={<Copy size={14} />} onClick={() => void copy(codes.join('\n'))}>
          {t('secondFactor.copyAll')}
        </Button>
        <Button icon={<Download size={14} />} onClick={() => downloadText(FILE_NAME, text, 'text/plain')}>
          {t('secondFactor.download')}
        </Button>
      </div>
      <output className="factor-note">{state && said[state]}</output>
    </>
  )
}

/** Shows new recovery codes, which are nowhere else on the page. It takes the focus, so that a screen reader reads them. */
export const RecoveryCodes = ({ codes, onKept }: Props) => {
  const t = useTranslate()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <section ref={ref} tabIndex={-1} className="factor-part" aria-label={t('secondFactor.recoveryCodes')}>
      <UnsavedChanges isDirty />
      <h2 className="factor-title">{t('secondFactor.recoveryCodes')}</h2>
      <p>{t('secondFactor.recoveryLead')}</p>
      <ol className="factor-codes" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Keep codes={codes} />
      <Button variant="primary" onClick={onKept}>
        {t('secondFactor.kept')}
      </Button>
    </section>
  )
}

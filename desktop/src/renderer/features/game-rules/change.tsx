import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'

/** A value before and after a change, with an arrow that is read as a word. */
export const Change = ({ before, after }: { before: string; after: ReactNode }) => {
  const t = useTranslate()
  return (
    <span>
      <span className="rule-before">{before}</span> <ArrowRight className="rule-arrow" size={12} aria-hidden="true" />
      <span className="ui-hidden">{t('gameRules.becomes')}</span> {after}
    </span>
  )
}

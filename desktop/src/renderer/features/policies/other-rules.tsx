import { Notice } from '@openauth/ui/notice'
import { useTranslate } from '../../i18n/i18n.ts'
import { policyTitles, ruleText } from './rule-text.ts'
import type { OtherRules as Rules } from './use-save-policy.ts'

const SHOWN = 5

/** What another operator changed while this one was editing. */
export const OtherRules = ({ rules }: { rules: Rules | undefined }) => {
  const t = useTranslate()
  if (!rules) return null
  return (
    <Notice tone="warning" title={t('policies.changedTitle')}>
      <ul className="policy-changes">
        {rules.names.map((name) => {
          const entries = ruleText(name, rules.policies.effective, t)
          const more = entries.length > SHOWN ? ` ${t('apps.more', { count: entries.length - SHOWN })}` : ''
          const value = entries.slice(0, SHOWN).join(', ') + more
          return <li key={name}>{t('policies.isNow', { rule: t(policyTitles[name]), value })}</li>
        })}
      </ul>
      <p>{t('appSettings.changedNext')}</p>
    </Notice>
  )
}

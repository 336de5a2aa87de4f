import type { LoginMethodTest } from '@openauth/client'
import { Notice } from '@openauth/ui/notice'
import { useTranslate } from '../../i18n/i18n.ts'

type Finding = Pick<LoginMethodTest, 'ok' | 'message' | 'remedy'> & { lines?: readonly string[] }

/** What a test found, and what to do about it. */
export const TestResult = ({ ok, message, remedy, lines }: Finding) => {
  const t = useTranslate()
  return (
    <div aria-live="polite">
      <Notice tone={ok ? 'success' : 'danger'} title={message}>
        {remedy && (
          <p>
            <span className="method-soft">{t('login-methods.remedy')}</span> {remedy}
          </p>
        )}
        {lines !== undefined && lines.length > 0 && (
          <ul className="method-lines">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}

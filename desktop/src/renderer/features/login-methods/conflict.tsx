import { type App, switchOf } from '@openauth/client'
import { Notice } from '@openauth/ui/notice'
import { useTranslate } from '../../i18n/i18n.ts'
import { settingLabel } from './field-labels.ts'
import { changedSettings } from './form-values.ts'
import type { MethodSetup } from './setup-query.ts'

interface Props {
  setup: MethodSetup
  /** The app as it was when the form was opened, and as it is now. */
  before: App
  after: App
}

/** What somebody else changed while a form was open: of its own fields what they are now, of others the names. */
export const Conflict = ({ setup, before, after }: Props) => {
  const t = useTranslate()
  const changed = changedSettings(before, after)
  const valueNow = (name: (typeof setup.fields)[number]): string => {
    const now = after[name.name]
    if (!now) return t('login-methods.nowNone')
    return name.secret ? t('login-methods.nowReplaced') : now
  }
  const isSwitched = changed.includes(switchOf[setup.method])
  const own = setup.fields.filter(({ name }) => changed.includes(name))
  const ownNames: string[] = [switchOf[setup.method], ...own.map(({ name }) => name)]
  const others = changed.filter((name) => !ownNames.includes(name))
  return (
    <Notice tone="warning" title={t('login-methods.conflict')}>
      <ul className="method-lines">
        {isSwitched && (
          <li>
            {t('login-methods.enabled')}: {t(after[switchOf[setup.method]] ? 'login-methods.on' : 'login-methods.off')}
          </li>
        )}
        {own.map((field) => (
          <li key={field.name} dir="auto">
            {t(settingLabel(field.name))}: {valueNow(field)}
          </li>
        ))}
        {others.length > 0 && <li>{t('login-methods.conflictOthers', { names: others.join(', ') })}</li>}
      </ul>
      <p>{t('login-methods.conflictNext')}</p>
    </Notice>
  )
}

import { Notice } from '@openauth/ui/notice'
import { type Translate, useTranslate } from '../../../i18n/i18n.ts'
import type { OtherChanges as Changes } from '../use-save-app.ts'
import { type SettingName, settingLabels } from './labels.ts'

/** A setting's value in one line, at most 200 characters. */
const valueText = (value: string | number | boolean | string[] | null, t: Translate): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–'
  if (typeof value === 'boolean') return t(value ? 'appSettings.on' : 'appSettings.off')
  return String(Array.isArray(value) ? value.join(', ') : value).slice(0, 200)
}

const isPlain = (name: string): name is SettingName => Object.hasOwn(settingLabels, name)

/** What another operator changed while this one was editing. Secrets are never among what is shown. */
export const OtherChanges = ({ changes }: { changes: Changes | undefined }) => {
  const t = useTranslate()
  if (!changes) return null
  const plain = changes.names.filter(isPlain)
  const hasBrand = changes.names.includes('brand')
  const hasMore = changes.names.some((name) => !isPlain(name) && name !== 'brand')
  return (
    <Notice tone="warning" title={t('appSettings.changedTitle')}>
      <ul className="app-changes">
        {plain.map((name) => (
          <li key={name} dir="auto">
            {t('appSettings.isNow', { setting: t(settingLabels[name]), value: valueText(changes.app[name], t) })}
          </li>
        ))}
        {hasBrand && <li>{t('appSettings.brandChanged')}</li>}
        {hasMore && <li>{t('appSettings.moreChanged')}</li>}
      </ul>
      <p>{t('appSettings.changedNext')}</p>
    </Notice>
  )
}

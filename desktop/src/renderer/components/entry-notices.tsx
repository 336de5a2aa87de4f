import { EmptyState } from '@openauth/ui/empty-state'
import { Notice } from '@openauth/ui/notice'
import { useTranslate } from '../i18n/i18n.ts'
import type { OtherFields } from './use-save-versioned.ts'
import './entry-notices.css'

/** The address names an entry that is not there. */
export const EntryGone = () => {
  const t = useTranslate()
  return <EmptyState title={t('content.gone')} reason={t('content.goneReason')} />
}

const Others = ({ fields }: { fields: OtherFields }) => {
  const t = useTranslate()
  return (
    <Notice tone="warning" title={t('content.changedTitle')}>
      <ul className="entry-changes">
        {fields.map(({ label, value }) => (
          <li key={label} dir="auto">
            {t('content.isNow', { field: label, value: value || '–' })}
          </li>
        ))}
      </ul>
      <p>{t('appSettings.changedNext')}</p>
    </Notice>
  )
}

const Deleted = () => {
  const t = useTranslate()
  return (
    <Notice tone="warning" title={t('content.deletedTitle')}>
      <p>{t('content.deletedNext')}</p>
    </Notice>
  )
}

/** What somebody else did with an entry while it was edited here; nothing where nobody did. */
export const EntryNotices = ({ isDeleted, others }: { isDeleted: boolean; others: OtherFields | undefined }) =>
  isDeleted ? <Deleted /> : others && <Others fields={others} />

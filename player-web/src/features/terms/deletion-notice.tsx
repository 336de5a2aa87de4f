import { Link } from 'react-router-dom'
import { Notice } from '../../components/notice.tsx'
import { useDateLocale, useTranslate } from '../../i18n/i18n.ts'

/** On all pages, from the login on: the account is going to be deleted, and the way back. */
const DeletionNotice = ({ dueAt }: { dueAt: number }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(dueAt)
  return (
    <Notice live="status">
      <p>
        {t('data.pending', { date })} <Link to="/wallet/data">{t('data.see')}</Link>
      </p>
    </Notice>
  )
}

export default DeletionNotice

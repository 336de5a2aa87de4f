import { Link, useLocation } from 'react-router-dom'
import { Notice } from '../../components/notice.tsx'
import { useDateLocale, useTranslate } from '../../i18n/i18n.ts'
import './deletion-notice.css'

/** On all pages, from the login on: the account is going to be deleted, and the way back. */
const DeletionNotice = ({ dueAt }: { dueAt: number }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  // The page says so itself.
  if (useLocation().pathname === '/wallet/data') return null
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(dueAt)
  return (
    <div className="deletion-notice">
      <Notice live="status">
        <p>
          {t('data.pending', { date })} <Link to="/wallet/data">{t('data.see')}</Link>
        </p>
      </Notice>
    </div>
  )
}

export default DeletionNotice

import { buttonClass } from '@openauth/ui/button'
import { EmptyState } from '@openauth/ui/empty-state'
import Compass from 'lucide-react/icons/compass'
import { Link } from 'react-router-dom'
import { useTranslate } from '../i18n/i18n.ts'

/** In place of a screen whose address does not exist. */
export const NotFound = () => {
  const t = useTranslate()
  return (
    <>
      <title>{`${t('shell.notFound')} · OpenAuth`}</title>
      <EmptyState
        icon={<Compass size={18} />}
        title={t('shell.notFound')}
        reason={t('shell.notFoundReason')}
        action={
          <Link className={buttonClass()} to="/">
            {t('shell.toStart')}
          </Link>
        }
      />
    </>
  )
}

import type { User } from '@openauth/client'
import { Status } from '@openauth/ui/badge'
import { useTranslate } from '../../i18n/i18n.ts'

/** Whether a user may log in, and who disabled it. */
export const UserState = ({ user }: { user: Pick<User, 'disabled' | 'disabledBy'> }) => {
  const t = useTranslate()
  if (!user.disabled) return <Status tone="success">{t('users.active')}</Status>
  return <Status tone="danger">{t(user.disabledBy === 'app' ? 'users.disabledByApp' : 'users.disabled')}</Status>
}

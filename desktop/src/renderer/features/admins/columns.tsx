import { Badge } from '@openauth/ui/badge'
import type { DataColumn } from '@openauth/ui/data-table'
import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@openauth/ui/menu'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Link } from 'react-router-dom'
import type { Translate } from '../../i18n/i18n.ts'
import { roleTitles } from '../../lib/roles.ts'
import type { Admin } from './admin.ts'
import { AppNames } from './app-names.tsx'
import type { AdminChange } from './change-admin.tsx'

/** What is being done; the dialogs show it. */
export type Task =
  | AdminChange
  | { kind: 'invite' }
  | { kind: 'delete'; admin: Admin }
  | { kind: 'reset-factor'; admin: Admin }
  | undefined

interface ColumnsInput {
  t: Translate
  ownId: number | undefined
  /** Whether the own role may change all admins; otherwise the own account alone. */
  isOwner: boolean
  admins: readonly Admin[]
  /** The name of an app by its id. */
  appName: (id: string) => string
  start: (task: Task) => void
}

/** Why an admin cannot be deleted; undefined where it can. */
const staysBecause = (admin: Admin, admins: readonly Admin[], t: Translate): string | undefined => {
  if (admins.length === 1) return t('admins.lastStays')
  const hasOtherOwner = admins.some(({ id, role }) => role === 'owner' && id !== admin.id)
  return hasOtherOwner ? undefined : t('admins.lastOwnerStays')
}

const Actions = ({ t, admin, ownId, isOwner, admins, start }: ColumnsInput & { admin: Admin }) => {
  if (!isOwner && admin.id !== ownId) return null
  const stays = staysBecause(admin, admins, t)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="small" label={t('admins.actions', { name: admin.username })} icon={<Ellipsis size={16} />} />
      }
    >
      <MenuItem onSelect={() => start({ kind: 'rename', admin })}>{t('admins.rename')}</MenuItem>
      <MenuItem onSelect={() => start({ kind: 'password', admin })}>{t('admins.setPassword')}</MenuItem>
      {isOwner && (
        <>
          <MenuLink render={<Link to={`/admins/${admin.id}/sessions`} />}>{t('admins.sessions')}</MenuLink>
          <MenuItem onSelect={() => start({ kind: 'role', admin })}>{t('admins.changeRoleMenu')}</MenuItem>
          {admin.id !== ownId && (
            <MenuItem onSelect={() => start({ kind: 'reset-factor', admin })}>{t('admins.resetFactorMenu')}</MenuItem>
          )}
          <MenuSeparator />
          <MenuItem isDanger disabled={stays !== undefined} onSelect={() => start({ kind: 'delete', admin })}>
            {stays ?? t('admins.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The columns of the table of admins. */
export const adminColumns = (input: ColumnsInput): DataColumn<Admin>[] => {
  const { t, ownId, appName } = input
  return [
    {
      id: 'username',
      title: t('admins.username'),
      isRequired: true,
      width: 'minmax(10rem, 2fr)',
      cell: (admin) => (
        <>
          <span dir="auto">{admin.username}</span> {admin.id === ownId && <Badge tone="info">{t('admins.you')}</Badge>}
        </>
      ),
    },
    { id: 'role', title: t('admins.role'), width: 'minmax(6rem, 1fr)', cell: ({ role }) => t(roleTitles[role]) },
    {
      id: 'apps',
      title: t('admins.apps'),
      width: 'minmax(9rem, 2fr)',
      cell: ({ apps }) => <AppNames apps={apps} appName={appName} t={t} />,
    },
    { id: 'id', title: t('admins.id'), width: '6rem', cell: ({ id }) => id },
    {
      id: 'events',
      title: t('admins.events'),
      width: '6rem',
      cell: ({ id }) => <Link to={`/audit?actor=admin&actorId=${id}`}>{t('admins.showEvents')}</Link>,
    },
    {
      id: 'actions',
      title: t('admins.actionsColumn'),
      isTitleHidden: true,
      isRequired: true,
      width: '3.5rem',
      cell: (admin) => <Actions {...input} admin={admin} />,
    },
  ]
}

import { endpoints, type User } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@openauth/ui/menu'
import { toast } from '@openauth/ui/toaster'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import FileJson from 'lucide-react/icons/file-json'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { client } from '../../../api/queries.ts'
import { type AdminCall, useMay, useRights } from '../../../api/rights.ts'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { userName } from '../../../lib/user-name.ts'
import { DeleteUser } from './delete-user.tsx'
import { exportUser } from './export-user.ts'
import { Impersonate } from './impersonate.tsx'
import { EndSessions } from './sessions.tsx'
import { SendLoginCode } from './send-login-code.tsx'
import { SetPassword } from './set-password.tsx'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { useShownUser } from './user-ref.ts'

const DisableOrEnable = () => {
  const t = useTranslate()
  const { user, scope } = useShownUser()
  const changed = useUserChanged()
  const may = useMay(user.disabled ? endpoints.users.enable : endpoints.users.disable)
  const name = userName(user).slice(0, 80)
  const change = async () => {
    await (user.disabled ? client.users.enable(scope) : client.users.disable(scope))
    await changed()
    toast.success(t(user.disabled ? 'users.enabledToast' : 'users.disabledToast', { name }))
  }
  const label = t(user.disabled ? 'users.enable' : 'users.disable')
  if (!may) return null
  return (
    <ConfirmDialog
      // Another dialog for the other act: the text does not change while the old one closes.
      key={label}
      title={label}
      description={t(user.disabled ? 'users.enableLead' : 'users.disableLead', { name })}
      confirmLabel={label}
      isDanger={!user.disabled}
      onConfirm={change}
      trigger={<Button>{label}</Button>}
    />
  )
}

type Act = 'end' | 'delete' | 'password' | 'code' | 'impersonate'

interface MenuAct {
  call: AdminCall
  icon: ReactNode
  title: MessageId
  run: () => void
}

/** What can be done with a user, but for the last act, which is to delete it. */
const actsOf = ({ username, email }: User, onAct: (act: Act) => void, onExport: () => void): MenuAct[] => [
  ...(username === null
    ? []
    : [
        {
          call: endpoints.users.update,
          icon: <KeyRound size={14} />,
          title: 'users.setPassword' as const,
          run: () => onAct('password'),
        },
      ]),
  ...(email === null
    ? []
    : [
        {
          call: endpoints.users.sendLoginCode,
          icon: <Mail size={14} />,
          title: 'users.sendCode' as const,
          run: () => onAct('code'),
        },
      ]),
  {
    call: endpoints.users.impersonate,
    icon: <Eye size={14} />,
    title: 'users.impersonate',
    run: () => onAct('impersonate'),
  },
  { call: endpoints.users.export, icon: <FileJson size={14} />, title: 'users.exportJson', run: onExport },
  {
    call: endpoints.users.endSessions,
    icon: <LogOut size={14} />,
    title: 'users.endSessions',
    run: () => onAct('end'),
  },
]

const ActionMenu = ({ onAct }: { onAct: (act: Act) => void }) => {
  const t = useTranslate()
  const may = useRights()
  const { user, scope } = useShownUser()
  const acts = actsOf(user, onAct, () => void exportUser(scope, t)).filter(({ call }) => may(call))
  const mayDelete = may(endpoints.users.delete)
  if (acts.length === 0 && !mayDelete) return null
  return (
    <Menu
      align="end"
      trigger={<IconButton variant="secondary" label={t('users.moreActions')} icon={<Ellipsis size={16} />} />}
    >
      {acts.map(({ icon, title, run }) => (
        <MenuItem key={title} icon={icon} onSelect={run}>
          {t(title)}
        </MenuItem>
      ))}
      {mayDelete && (
        <>
          {acts.length > 0 && <MenuSeparator />}
          <MenuItem icon={<Trash size={14} />} isDanger onSelect={() => onAct('delete')}>
            {t('users.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** What an operator can do with the user. */
export const Actions = () => {
  const [act, setAct] = useState<Act>()
  const dialog = (name: Act) => ({
    open: act === name,
    onOpenChange: (open: boolean) => setAct(open ? name : undefined),
  })
  return (
    <>
      <DisableOrEnable />
      <ActionMenu onAct={setAct} />
      <SetPassword {...dialog('password')} />
      <SendLoginCode {...dialog('code')} />
      <Impersonate {...dialog('impersonate')} />
      <EndSessions {...dialog('end')} />
      <DeleteUser {...dialog('delete')} />
    </>
  )
}

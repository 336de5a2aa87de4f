import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { DataTable, type DataColumn } from '@openauth/ui/data-table'
import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@openauth/ui/menu'
import { PageHeader } from '@openauth/ui/page-header'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { codeOf } from '../../components/problems.ts'
import { tableOf } from '../../components/loaded.tsx'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import type { Admin } from './admin.ts'
import { type AdminChange, ChangeAdmin } from './change-admin.tsx'

/** What is being done; the dialogs show it. */
type Task = AdminChange | { kind: 'delete'; admin: Admin } | undefined

const idOf = ({ id }: Admin) => String(id)
const nameOf = ({ username }: Admin) => username

interface ColumnsInput {
  t: Translate
  ownId: number | undefined
  isLast: boolean
  start: (task: Task) => void
}

const Actions = ({ t, admin, isLast, start }: Omit<ColumnsInput, 'ownId'> & { admin: Admin }) => (
  <Menu
    align="end"
    trigger={
      <IconButton size="small" label={t('admins.actions', { name: admin.username })} icon={<Ellipsis size={16} />} />
    }
  >
    <MenuItem onSelect={() => start({ kind: 'rename', admin })}>{t('admins.rename')}</MenuItem>
    <MenuItem onSelect={() => start({ kind: 'password', admin })}>{t('admins.setPassword')}</MenuItem>
    <MenuSeparator />
    <MenuItem isDanger disabled={isLast} onSelect={() => start({ kind: 'delete', admin })}>
      {isLast ? t('admins.lastStays') : t('admins.delete')}
    </MenuItem>
  </Menu>
)

const columnsOf = ({ t, ownId, isLast, start }: ColumnsInput): DataColumn<Admin>[] => [
  {
    id: 'username',
    title: t('admins.username'),
    isRequired: true,
    width: 'minmax(12rem, 3fr)',
    cell: (admin) => (
      <>
        <span dir="auto">{admin.username}</span> {admin.id === ownId && <Badge tone="info">{t('admins.you')}</Badge>}
      </>
    ),
  },
  { id: 'id', title: t('admins.id'), width: '6rem', cell: ({ id }) => id },
  {
    id: 'events',
    title: t('admins.events'),
    width: '10rem',
    cell: ({ id }) => <Link to={`/audit?actor=admin&actorId=${id}`}>{t('admins.showEvents')}</Link>,
  },
  {
    id: 'actions',
    title: t('admins.actionsColumn'),
    isTitleHidden: true,
    isRequired: true,
    width: '3.5rem',
    cell: (admin) => <Actions t={t} admin={admin} isLast={isLast} start={start} />,
  },
]

interface DeleteProps {
  admin: Admin
  isOwn: boolean
  onClose: () => void
}

/** Asks for the name before an admin is deleted. Somebody else may have deleted it by then. */
const DeleteAdmin = ({ admin, isOwn, onClose }: DeleteProps) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const remove = useMutation(queries.admins.delete())
  const confirm = async () => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: queries.admins.list().queryKey })
    try {
      await remove.mutateAsync({ id: admin.id })
      toast.success(t('admins.deleted', { name: admin.username }))
    } catch (error) {
      if (codeOf(error as Error) !== 'admin_not_found') throw error
      toast.info(t('admins.gone', { name: admin.username }))
    }
    await refresh()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('admins.deleteTitle', { name: admin.username })}
      description={isOwn ? t('admins.deleteOwn') : t('admins.deleteLead')}
      confirmLabel={t('admins.delete')}
      typedName={admin.username}
      onConfirm={confirm}
    />
  )
}

const Table = ({ start }: { start: (task: Task) => void }) => {
  const t = useTranslate()
  const locale = useLocale()
  const admins = useQuery(queries.admins.list())
  const me = useQuery(queries.setup.whoami())
  const [ownId, isLast] = [me.data?.id, admins.data?.length === 1]
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf({ t, ownId, isLast, start }), [locale, ownId, isLast, start])
  return (
    <DataTable
      label={t('admins.title')}
      columns={columns}
      {...tableOf(admins, admins.data)}
      rowId={idOf}
      rowName={nameOf}
      empty={{ title: t('admins.none'), reason: t('admins.lead'), icon: <ShieldCheck size={18} /> }}
    />
  )
}

/** The people with all rights on this server. */
export const Admins = () => {
  const t = useTranslate()
  const me = useQuery(queries.setup.whoami())
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const isOwn = task !== undefined && task.kind !== 'create' && task.admin.id === me.data?.id
  return (
    <div className="screen">
      <title>{`${t('admins.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('admins.title')}
        description={t('admins.lead')}
        actions={
          <Button variant="primary" icon={<Plus size={16} />} onClick={() => setTask({ kind: 'create' })}>
            {t('admins.create')}
          </Button>
        }
      />
      <Table start={setTask} />
      {task?.kind === 'delete' ? (
        <DeleteAdmin admin={task.admin} isOwn={isOwn} onClose={close} />
      ) : (
        task && <ChangeAdmin change={task} isOwn={isOwn} onClose={close} />
      )}
    </div>
  )
}

import { endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { DataTable } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useMay, useOwnAdmin } from '../../api/rights.ts'
import { tableOf } from '../../components/loaded.tsx'
import { May } from '../../components/may.tsx'
import '../../i18n/device-words.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import type { Admin } from './admin.ts'
import { ChangeAdmin } from './change-admin.tsx'
import { adminColumns, type Task } from './columns.tsx'
import { DeleteAdmin } from './delete-admin.tsx'
import { Invitations } from './invitations.tsx'
import { InviteAdmin } from './invite-admin.tsx'
import { ResetFactor } from './reset-factor.tsx'
import './admins.css'

const idOf = ({ id }: Admin) => String(id)
const nameOf = ({ username }: Admin) => username

/** The names of apps by their ids. */
const useAppNames = () => {
  const apps = useQuery(queries.apps.list()).data
  return useMemo(() => {
    const names = new Map(apps?.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? id
  }, [apps])
}

interface TableProps {
  appName: (id: string) => string
  start: (task: Task) => void
}

const useColumns = (admins: readonly Admin[] | undefined, { appName, start }: TableProps) => {
  const t = useTranslate()
  const locale = useLocale()
  const ownId = useOwnAdmin()?.id
  const isOwner = useMay(endpoints.admins.create)
  return useMemo(
    () => adminColumns({ t, ownId, isOwner, admins: admins ?? [], appName, start }),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, ownId, isOwner, admins, appName, start],
  )
}

const Table = (props: TableProps) => {
  const t = useTranslate()
  const admins = useQuery(queries.admins.list())
  const columns = useColumns(admins.data, props)
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

interface TaskProps {
  task: NonNullable<Task>
  /** Whether operators change their own account. */
  isOwn: boolean
  onClose: () => void
}

const TaskDialog = ({ task, isOwn, onClose }: TaskProps) => {
  if (task.kind === 'delete') return <DeleteAdmin admin={task.admin} isOwn={isOwn} onClose={onClose} />
  if (task.kind === 'invite') return <InviteAdmin onClose={onClose} />
  if (task.kind === 'reset-factor') return <ResetFactor admin={task.admin} onClose={onClose} />
  return <ChangeAdmin change={task} isOwn={isOwn} onClose={onClose} />
}

/** Who may sign in to the console, and what each may do. */
export const Admins = () => {
  const t = useTranslate()
  const own = useOwnAdmin()
  const [task, setTask] = useState<Task>()
  const appName = useAppNames()
  const close = () => setTask(undefined)
  const isOwn = task !== undefined && 'admin' in task && task.admin.id === own?.id
  return (
    <div className="screen">
      <title>{`${t('admins.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('admins.title')}
        description={t('admins.lead')}
        actions={
          <May call={endpoints.admins.create}>
            <Button icon={<Plus size={16} />} onClick={() => setTask({ kind: 'create' })}>
              {t('admins.create')}
            </Button>
            <Button variant="primary" icon={<Mail size={16} />} onClick={() => setTask({ kind: 'invite' })}>
              {t('invitations.invite')}
            </Button>
          </May>
        }
      />
      <Table appName={appName} start={setTask} />
      <May call={endpoints.adminInvitations.list}>
        <Invitations appName={appName} />
      </May>
      {task && <TaskDialog task={task} isOwn={isOwn} onClose={close} />}
    </div>
  )
}

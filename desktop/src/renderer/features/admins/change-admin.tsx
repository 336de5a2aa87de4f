import { Dialog } from '@openauth/ui/dialog'
import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { codeOf, issueOf } from '../../components/problems.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import type { Admin } from './admin.ts'
import { newRights, type Rights, RightsFields, sentRights } from './rights-fields.tsx'

export type AdminChange = { kind: 'create' } | { kind: 'rename' | 'password' | 'role'; admin: Admin }

interface Words {
  title: MessageId
  lead: MessageId
  done: MessageId
}

const words: Record<AdminChange['kind'], Words> = {
  create: { title: 'admins.create', lead: 'admins.createLead', done: 'admins.created' },
  rename: { title: 'admins.rename', lead: 'admins.renameLead', done: 'admins.renamed' },
  password: { title: 'admins.setPassword', lead: 'admins.setPasswordLead', done: 'admins.passwordSet' },
  role: { title: 'admins.changeRole', lead: 'admins.changeRoleLead', done: 'admins.roleChanged' },
}

const save = (
  change: AdminChange,
  { username = '', password = '', currentPassword = '' }: FormValues,
  rights: () => Rights,
  seen: string,
): Promise<Admin> => {
  if (change.kind === 'create') return client.admins.create({ username, password, ...rights(), currentPassword })
  const { id } = change.admin
  if (change.kind === 'role') return client.admins.update({ id, ...rights(), currentPassword })
  if (change.kind === 'rename') return client.admins.update({ id, username, expectedUsername: seen })
  return client.admins.update({ id, password, currentPassword })
}

/** Saves a change. If another operator has changed the name meanwhile, it fails with a message; the next submission replaces that name. */
const useSave = (change: AdminChange) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const seen = useRef(change.kind === 'create' ? '' : change.admin.username)
  return async ({ values, rights }: { values: FormValues; rights: Rights }): Promise<Admin> => {
    try {
      return await save(change, values, () => sentRights(rights, t('admins.chooseApps')), seen.current)
    } catch (error) {
      const code = codeOf(error as Error)
      if (code === 'admin_not_found') void queryClient.invalidateQueries({ queryKey: queries.admins.list().queryKey })
      if (code !== 'changed_meanwhile' || change.kind === 'create') throw error
      const { username } = await client.admins.get({ id: change.admin.id })
      seen.current = username
      throw new Error(t('admins.renamedMeanwhile', { name: username }), { cause: error })
    }
  }
}

interface Props {
  change: AdminChange
  /** Whether operators change their own account. */
  isOwn: boolean
  onClose: () => void
}

type Field = 'username' | 'currentPassword' | 'password' | 'role' | 'apps'

const fieldsOf: Record<AdminChange['kind'], Field[]> = {
  create: ['username', 'password', 'role', 'apps', 'currentPassword'],
  rename: ['username'],
  password: ['currentPassword', 'password'],
  role: ['role', 'apps', 'currentPassword'],
}

const NewPassword = ({ error }: { error: Error | null }) => {
  const t = useTranslate()
  return (
    <PasswordField
      label={t('admins.password')}
      name="password"
      hint={t('admins.passwordHint')}
      autoComplete="new-password"
      error={issueOf(error, 'password')}
    />
  )
}

interface FieldsProps extends Pick<Props, 'change' | 'isOwn'> {
  error: Error | null
  rights: Rights
  onRights: (rights: Rights) => void
}

const Fields = ({ change: { kind, ...change }, isOwn, error, rights, onRights }: FieldsProps) => {
  const t = useTranslate()
  const hasRights = kind === 'create' || kind === 'role'
  return (
    <>
      {(kind === 'create' || kind === 'rename') && (
        <TextField
          label={t('admins.username')}
          name="username"
          hint={t('admins.usernameHint')}
          defaultValue={'admin' in change ? change.admin.username : ''}
          error={issueOf(error, 'username')}
        />
      )}
      {kind === 'password' && <CurrentPassword label={isOwn ? undefined : t('admins.yourPassword')} error={error} />}
      {(kind === 'create' || kind === 'password') && <NewPassword error={error} />}
      {hasRights && <RightsFields rights={rights} error={error} onChange={onRights} />}
      {hasRights && <CurrentPassword label={t('admins.yourPassword')} error={error} />}
    </>
  )
}

const Body = ({ change, isOwn, onClose }: Props) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [rights, setRights] = useState<Rights>(change.kind === 'create' ? newRights : change.admin)
  const mutation = useMutation({
    mutationFn: useSave(change),
    onSuccess: async (admin) => {
      await queryClient.invalidateQueries({ queryKey: queries.admins.list().queryKey })
      await queryClient.invalidateQueries({ queryKey: queries.setup.whoami().queryKey })
      toast.success(t(words[change.kind].done, { name: admin.username }))
      onClose()
    },
  })
  const { error, isPending } = mutation
  // What was said of other rights does not stay.
  const chooseRights = (next: Rights) => {
    mutation.reset()
    setRights(next)
  }
  return (
    <EntryForm
      submitLabel={t(words[change.kind].title)}
      isBusy={isPending}
      error={error}
      fields={fieldsOf[change.kind]}
      onSubmit={(values) => mutation.mutateAsync({ values, rights })}
    >
      <Fields change={change} isOwn={isOwn} error={error} rights={rights} onRights={chooseRights} />
    </EntryForm>
  )
}

/** Creates an admin, renames one, sets its password, or changes its role and apps. */
export const ChangeAdmin = ({ change, isOwn, onClose }: Props) => {
  const t = useTranslate()
  const { title, lead } = words[change.kind]
  const name = change.kind === 'create' ? '' : change.admin.username
  return (
    <Dialog open isSticky onOpenChange={(open) => !open && onClose()} title={t(title)} description={t(lead, { name })}>
      <Body change={change} isOwn={isOwn} onClose={onClose} />
    </Dialog>
  )
}

import type { Client } from '@openauth/client'
import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { issueOf } from '../../components/problems.ts'
import { ShownOnce } from '../../components/shown-once.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { newRights, type Rights, RightsFields, sentRights } from './rights-fields.tsx'

export type Invitation = Awaited<ReturnType<Client['adminInvitations']['list']>>[number]
type Issued = Awaited<ReturnType<Client['adminInvitations']['create']>>

interface Props {
  /** The invitation that is sent again; none: a new one. */
  again?: Invitation | undefined
  onClose: () => void
}

interface FieldsProps {
  isNew: boolean
  error: Error | null
  rights: Rights
  onRights: (rights: Rights) => void
}

const Fields = ({ isNew, error, rights, onRights }: FieldsProps) => {
  const t = useTranslate()
  return (
    <>
      {isNew && (
        <TextField
          label={t('invitations.email')}
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={issueOf(error, 'email')}
        />
      )}
      {isNew && <RightsFields rights={rights} error={error} onChange={onRights} />}
      <CurrentPassword label={t('admins.yourPassword')} error={error} />
    </>
  )
}

const Body = ({ again, onIssued }: Pick<Props, 'again'> & { onIssued: (issued: Issued) => void }) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [rights, setRights] = useState(newRights)
  const send = useMutation({
    mutationFn: ({ email = '', currentPassword = '' }: FormValues) =>
      again
        ? client.adminInvitations.resend({ id: again.id, currentPassword })
        : client.adminInvitations.create({ email, ...sentRights(rights, t('admins.chooseApps')), currentPassword }),
    // Its result may have a link.
    gcTime: 0,
    onSuccess: onIssued,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.adminInvitations.list().queryKey }),
  })
  return (
    <EntryForm
      submitLabel={t(again ? 'invitations.resend' : 'invitations.invite')}
      isBusy={send.isPending}
      error={send.error}
      fields={['email', 'role', 'apps', 'currentPassword']}
      onSubmit={(values) => send.mutateAsync(values)}
    >
      <Fields isNew={!again} error={send.error} rights={rights} onRights={setRights} />
    </EntryForm>
  )
}

/** Invites an admin by e-mail, or sends an invitation again. Without a mail server it shows the link, this once. */
export const InviteAdmin = ({ again, onClose }: Props) => {
  const t = useTranslate()
  const [link, setLink] = useState<string>()
  const finish = (issued: Issued) => {
    if (issued.link !== null) return setLink(issued.link)
    toast.success(t('invitations.sent', { email: issued.email }))
    onClose()
  }
  if (link !== undefined)
    return (
      <ShownOnce
        value={link}
        name={t('invitations.link')}
        title={t('invitations.linkTitle')}
        description={t('invitations.linkLead')}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t(again ? 'invitations.resend' : 'invitations.invite')}
      description={again ? t('invitations.resendLead', { email: again.email }) : t('invitations.inviteLead')}
    >
      <Body again={again} onIssued={finish} />
    </Dialog>
  )
}

import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import { useMemo, useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { tableOf } from '../../components/loaded.tsx'
import { codeOf } from '../../components/problems.ts'
import '../../i18n/device-words.ts'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { roleTitles } from '../../lib/roles.ts'
import { AppNames } from './app-names.tsx'
import { type Invitation, InviteAdmin } from './invite-admin.tsx'

const Revoke = ({ invitation: { id, email } }: { invitation: Invitation }) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const revoke = async () => {
    try {
      await client.adminInvitations.revoke({ id })
      toast.success(t('invitations.revoked', { email }))
    } catch (error) {
      if (codeOf(error as Error) !== 'invitation_not_found') throw error
      toast.info(t('invitations.gone', { email }))
    } finally {
      await queryClient.invalidateQueries({ queryKey: queries.adminInvitations.list().queryKey })
      await queryClient.invalidateQueries({ queryKey: queries.admins.list().queryKey })
    }
  }
  return (
    <ConfirmDialog
      title={t('invitations.revokeTitle', { email })}
      description={t('invitations.revokeLead')}
      confirmLabel={t('invitations.revoke')}
      onConfirm={revoke}
      trigger={
        <Button size="small" aria-label={`${t('invitations.revoke')}: ${email}`}>
          {t('invitations.revoke')}
        </Button>
      }
    />
  )
}

const columnsOf = (
  t: Translate,
  appName: (id: string) => string,
  onResend: (invitation: Invitation) => void,
): DataColumn<Invitation>[] => [
  {
    id: 'email',
    title: t('invitations.email'),
    isRequired: true,
    width: 'minmax(12rem, 2fr)',
    cell: ({ email }) => <span dir="auto">{email}</span>,
  },
  { id: 'role', title: t('admins.role'), cell: ({ role }) => t(roleTitles[role]) },
  { id: 'apps', title: t('admins.apps'), cell: ({ apps }) => <AppNames apps={apps} appName={appName} t={t} /> },
  { id: 'invitedBy', title: t('invitations.invitedBy'), cell: ({ invitedBy }) => <span dir="auto">{invitedBy}</span> },
  { id: 'expiresAt', title: t('account.expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: 'actions',
    title: t('admins.actionsColumn'),
    isTitleHidden: true,
    isRequired: true,
    width: '14rem',
    cell: (invitation) => (
      <span className="admin-invitation-actions">
        <Button
          size="small"
          aria-label={`${t('invitations.resend')}: ${invitation.email}`}
          onClick={() => onResend(invitation)}
        >
          {t('invitations.resend')}
        </Button>
        <Revoke invitation={invitation} />
      </span>
    ),
  },
]

const idOf = ({ id }: Invitation) => id
const emailOf = ({ email }: Invitation) => email

/** Open invitations, with what sends them again or revokes them; nothing where there are none. For owners. */
export const Invitations = ({ appName }: { appName: (id: string) => string }) => {
  const t = useTranslate()
  const locale = useLocale()
  const invitations = useQuery(queries.adminInvitations.list())
  const [again, setAgain] = useState<Invitation>()
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, appName, setAgain), [locale, appName])
  return (
    <>
      {invitations.data?.length !== 0 && (
        <section className="admin-invitations">
          <h2>{t('invitations.title')}</h2>
          <DataTable
            label={t('invitations.title')}
            columns={columns}
            {...tableOf(invitations, invitations.data)}
            rowId={idOf}
            rowName={emailOf}
            empty={{ title: t('invitations.title'), reason: t('invitations.inviteLead'), icon: <Mail size={18} /> }}
          />
        </section>
      )}
      {again && <InviteAdmin again={again} onClose={() => setAgain(undefined)} />}
    </>
  )
}

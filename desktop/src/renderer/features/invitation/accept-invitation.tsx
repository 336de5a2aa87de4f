import type { Client } from '@openauth/client'
import { ErrorState } from '@openauth/ui/error-state'
import { Time } from '@openauth/ui/time'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { client, serverQuery } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { NewCredentials } from '../../components/new-credentials.tsx'
import { LoadingPanel, Panel } from '../../components/panel.tsx'
import { codeOf } from '../../components/problems.ts'
import '../../i18n/device-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { roleLeads, roleTitles } from '../../lib/roles.ts'
import { forgetLinkSecret, takeLinkSecret } from './link-secret.ts'

type Invitation = Awaited<ReturnType<Client['adminInvitations']['show']>>
type Call = Parameters<typeof client.adminInvitations.accept>[0]

/** Where a new admin goes first. */
const FIRST_SCREEN = '/account/second-factor'

/** Accepts and signs in. What another admin had open in this browser is not shown to the new one. */
const useAccept = () => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (given: Call) => {
      await client.adminInvitations.accept(given)
      forgetLinkSecret()
      await client.setup.login({ username: given.username, password: given.password })
    },
    // Its input has a secret and a password.
    gcTime: 0,
    onSuccess: async () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== serverQuery.queryKey[0] })
      await queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
      await navigate(FIRST_SCREEN, { replace: true })
    },
  })
}

const Rights = ({ role, apps, expiresAt }: Invitation) => {
  const t = useTranslate()
  return (
    <div className="panel-lead">
      <p>
        <b>{t(roleTitles[role])}</b>: {t(roleLeads[role])}{' '}
        {apps === null ? t('invitations.allApps') : t('invitations.someApps', { count: apps.length })}{' '}
        {t('invitations.until')} <Time at={expiresAt} />.
      </p>
    </div>
  )
}

const Accept = ({ invitation, secret }: { invitation: Invitation; secret: string }) => {
  const t = useTranslate()
  const [differs, setDiffers] = useState(false)
  const accept = useAccept()
  const { email, invitedBy } = invitation
  const submit = ({ username = '', password = '', repeat = '' }: FormValues) => {
    setDiffers(password !== repeat)
    return password === repeat ? accept.mutateAsync({ secret, username, password }) : undefined
  }
  return (
    <Panel title={t('invitations.acceptTitle')} lead={t('invitations.acceptLead', { name: invitedBy, email })}>
      <Rights {...invitation} />
      <EntryForm
        submitLabel={t('invitations.accept')}
        isBusy={accept.isPending}
        error={accept.error}
        fields={['username', 'password']}
        onSubmit={submit}
      >
        <NewCredentials error={accept.error} differs={differs} />
      </EntryForm>
    </Panel>
  )
}

const Invalid = () => {
  const t = useTranslate()
  return (
    <Panel title={t('invitations.invalid')}>
      <p>{t('invitations.invalidLead')}</p>
    </Panel>
  )
}

/** The page of an invitation's link: the invited chooses username and password, and goes on to a second factor. */
export const AcceptInvitation = () => {
  const t = useTranslate()
  const [secret] = useState(takeLinkSecret)
  const query = useQuery({
    // The key is without the secret.
    queryKey: ['adminInvitations', 'show'],
    queryFn: ({ signal }) => client.adminInvitations.show({ secret: secret ?? '' }, { signal }),
    enabled: secret !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (secret === undefined || codeOf(query.error) === 'invitation_invalid') return <Invalid />
  if (query.isPending) return <LoadingPanel>{t('shell.starting')}</LoadingPanel>
  if (query.isError)
    return (
      <Panel title={t('invitations.acceptTitle')}>
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </Panel>
    )
  return <Accept invitation={query.data} secret={secret} />
}

import { Status } from '@openauth/ui/badge'
import type { DataColumn } from '@openauth/ui/data-table'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { OidcClient } from './clients-query.ts'

/** Whether a client is on. */
export const ClientState = ({ client: { enabled } }: { client: OidcClient }) => {
  const t = useTranslate()
  return <Status tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'login-methods.on' : 'login-methods.off')}</Status>
}

/** The columns of an app's clients. */
export const clientColumns = (t: Translate): DataColumn<OidcClient>[] => [
  {
    id: 'name',
    title: t('oidcClients.name'),
    width: 'minmax(9rem, 1.5fr)',
    isRequired: true,
    cell: ({ name }) => <span dir="auto">{name}</span>,
  },
  {
    id: 'state',
    title: t('login-methods.state'),
    width: 'minmax(7.5rem, 0.7fr)',
    cell: (client) => <ClientState client={client} />,
  },
  {
    id: 'id',
    title: t('oidcClients.id'),
    width: 'minmax(12rem, 1.5fr)',
    cell: ({ id }) => <code title={id}>{id}</code>,
  },
  {
    id: 'redirectUris',
    title: t('oidcClients.redirectUris'),
    width: 'minmax(12rem, 2fr)',
    cell: ({ redirectUris }) => <span title={redirectUris.join(', ')}>{redirectUris.join(', ') || '–'}</span>,
  },
  { id: 'logins', title: t('oidcClients.logins'), width: 'minmax(5rem, 0.6fr)', cell: ({ logins }) => String(logins) },
]

import { Status } from '@openauth/ui/badge'
import type { DataColumn } from '@openauth/ui/data-table'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from './connections-query.ts'

/** Whether a connection is on. */
export const ConnectionState = ({ connection: { enabled } }: { connection: Connection }) => {
  const t = useTranslate()
  return <Status tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'login-methods.on' : 'login-methods.off')}</Status>
}

/** The columns of an app's connections. */
export const connectionColumns = (t: Translate): DataColumn<Connection>[] => [
  {
    id: 'title',
    title: t('oidcConnections.name'),
    width: 'minmax(9rem, 1.5fr)',
    isRequired: true,
    cell: ({ title }) => <span dir="auto">{title}</span>,
  },
  {
    id: 'state',
    title: t('login-methods.state'),
    width: 'minmax(7.5rem, 0.7fr)',
    cell: (connection) => <ConnectionState connection={connection} />,
  },
  {
    id: 'issuer',
    title: t('oidcConnections.issuer'),
    width: 'minmax(12rem, 2fr)',
    cell: ({ issuer }) => <span title={issuer}>{issuer}</span>,
  },
  { id: 'key', title: t('oidcConnections.key'), width: 'minmax(6rem, 1fr)', cell: ({ key }) => <code>{key}</code> },
  {
    id: 'domains',
    title: t('oidcConnections.domains'),
    width: 'minmax(9rem, 1.5fr)',
    cell: ({ domains }) => <span title={domains.join(', ')}>{domains.join(', ') || '–'}</span>,
  },
  {
    id: 'newUsers',
    title: t('oidcConnections.newUsers'),
    width: 'minmax(7rem, 1fr)',
    cell: ({ createsUsers }) => t(createsUsers ? 'oidcConnections.newCreated' : 'oidcConnections.newRefused'),
  },
]

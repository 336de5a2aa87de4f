import { SERVICE_TOKEN_PREFIX } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import type { Translate } from '../../i18n/i18n.ts'
import { roleTitles } from '../../lib/roles.ts'
import type { ServiceToken } from './service-token.ts'

interface ColumnsInput {
  t: Translate
  /** Whether those of others are in the list too. */
  isOwner: boolean
  /** The name of an app by its id. */
  appName: (id: string) => string
  revoke: (token: ServiceToken) => void
}

/** What a token is for, in a line: the role, the apps, the calls. */
const ScopeOf = ({ token, t, appName }: Pick<ColumnsInput, 't' | 'appName'> & { token: ServiceToken }) => {
  const { role, apps, calls } = token
  const names = apps === null ? t('serviceTokens.allApps') : apps.map(appName).join(', ') || t('serviceTokens.noApps')
  const scope = calls === null ? names : `${names} · ${calls.join(', ')}`
  return (
    <span className="service-token-scope" title={scope}>
      {t(roleTitles[role])} · <span dir="auto">{scope}</span>
    </span>
  )
}

const NARROW = 'minmax(6.5rem, 1fr)'

const LastUse = ({ token: { lastUsedAt, lastUsedIp }, t }: { token: ServiceToken; t: Translate }) =>
  lastUsedAt === null ? (
    t('serviceTokens.never')
  ) : (
    <span title={lastUsedIp ?? undefined}>
      <Time at={lastUsedAt} />
    </span>
  )

/** The columns of the table of service tokens. */
export const tokenColumns = ({ t, isOwner, appName, revoke }: ColumnsInput): DataColumn<ServiceToken>[] => [
  {
    id: 'name',
    title: t('serviceTokens.name'),
    width: 'minmax(8rem, 2fr)',
    isRequired: true,
    cell: ({ name }) => <span dir="auto">{name}</span>,
  },
  ...(isOwner
    ? [
        {
          id: 'username',
          title: t('serviceTokens.admin'),
          width: NARROW,
          cell: ({ username }: ServiceToken) => <span dir="auto">{username}</span>,
        },
      ]
    : []),
  {
    id: 'scope',
    title: t('serviceTokens.scope'),
    width: 'minmax(10rem, 3fr)',
    cell: (token) => <ScopeOf token={token} t={t} appName={appName} />,
  },
  {
    id: 'lastFour',
    title: t('serviceTokens.value'),
    width: NARROW,
    cell: ({ lastFour }) => <code>{`${SERVICE_TOKEN_PREFIX}…${lastFour}`}</code>,
  },
  {
    id: 'lastUsedAt',
    title: t('serviceTokens.lastUsed'),
    width: NARROW,
    cell: (token) => <LastUse token={token} t={t} />,
  },
  {
    id: 'expiresAt',
    title: t('serviceTokens.expires'),
    width: NARROW,
    cell: ({ expiresAt }) => <Time at={expiresAt} />,
  },
  {
    id: 'actions',
    title: t('serviceTokens.revoke'),
    isTitleHidden: true,
    isRequired: true,
    width: '8rem',
    cell: (token) => (
      <Button size="small" onClick={() => revoke(token)}>
        {t('serviceTokens.revoke')}
      </Button>
    ),
  },
]

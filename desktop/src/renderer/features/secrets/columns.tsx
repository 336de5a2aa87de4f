import { APP_SECRET_PREFIX, type AppSecret } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import type { ReactNode } from 'react'
import type { Translate } from '../../i18n/i18n.ts'

/** Whether a key is the app's full key that does not expire: it can be revealed and rotated, not revoked. */
export const isCurrent = ({ kind, expiresAt }: AppSecret): boolean => kind === 'full' && expiresAt === null

/** What a key is called: its name, or what it is. */
export const nameOf = ({ name, kind }: AppSecret, t: Translate): string => name ?? t(`secrets.${kind}`)

const Name = ({ secret, t }: { secret: AppSecret; t: Translate }) => (
  <span className="secrets-name">
    <span dir="auto">{nameOf(secret, t)}</span>
    {secret.expiresAt !== null && <Badge tone="warning">{t('secrets.replaced')}</Badge>}
  </span>
)

const NARROW = 'minmax(6.5rem, 1fr)'

/** The columns of the table of keys. `menu` gives the actions of one. */
export const keyColumns = (t: Translate, menu: (secret: AppSecret) => ReactNode): DataColumn<AppSecret>[] => [
  {
    id: 'name',
    title: t('secrets.name'),
    width: 'minmax(12rem, 2fr)',
    isRequired: true,
    cell: (secret) => <Name secret={secret} t={t} />,
  },
  { id: 'access', width: NARROW, title: t('secrets.access'), cell: ({ kind }) => t(`secrets.${kind}Access`) },
  {
    id: 'lastFour',
    width: NARROW,
    title: t('secrets.value'),
    cell: ({ lastFour }) => <code>{`${APP_SECRET_PREFIX}…${lastFour ?? ''}`}</code>,
  },
  { id: 'createdAt', width: NARROW, title: t('secrets.created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'createdBy', width: NARROW, title: t('secrets.createdBy'), cell: ({ createdBy }) => createdBy ?? '–' },
  {
    id: 'lastUsedAt',
    width: NARROW,
    title: t('secrets.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('secrets.never') : <Time at={lastUsedAt} />),
  },
  {
    id: 'expiresAt',
    width: NARROW,
    title: t('secrets.expires'),
    cell: ({ expiresAt }) => (expiresAt === null ? '–' : <Time at={expiresAt} />),
  },
  { id: 'actions', title: t('secrets.actions'), cell: menu, width: '4rem', isTitleHidden: true, isRequired: true },
]

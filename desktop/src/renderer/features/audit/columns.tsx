import { Badge } from '@openauth/ui/badge'
import type { CsvColumn } from '@openauth/ui/csv'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { Link } from 'react-router-dom'
import { homeOfApp } from '../../navigation/addresses.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { type AuditEvent, detailText } from './events.ts'
import { Sentence } from './sentence.tsx'

const AppLink = ({ event: { appId, appName } }: { event: AuditEvent }) =>
  appId ? (
    <Link to={homeOfApp(appId) ?? '/apps'} dir="auto">
      {appName ?? appId}
    </Link>
  ) : (
    '–'
  )

/** The columns of the audit; only the server's has the app. */
export const auditColumns = (t: Translate, isOfServer: boolean): DataColumn<AuditEvent>[] => [
  {
    id: 'createdAt',
    title: t('audit.time'),
    isSortable: true,
    isDescendingFirst: true,
    width: '9rem',
    cell: (event) => <Time at={event.createdAt} />,
  },
  {
    id: 'event',
    title: t('audit.event'),
    isRequired: true,
    width: 'minmax(20rem, 4fr)',
    cell: (event) => (
      <>
        <Sentence event={event} />
        {event.restoredAt !== null && (
          <>
            {' '}
            <Badge tone="warning">{t('audit.restoredMark')}</Badge>
          </>
        )}
      </>
    ),
  },
  {
    id: 'action',
    title: t('audit.action'),
    isHidden: true,
    width: 'minmax(10rem, 1fr)',
    cell: (event) => <Badge>{event.action}</Badge>,
  },
  ...(isOfServer
    ? [{ id: 'app', title: t('audit.app'), cell: (event: AuditEvent) => <AppLink event={event} /> } as const]
    : []),
  { id: 'ip', title: t('audit.ip'), width: '9.5rem', cell: (event) => event.ip ?? '–' },
]

/** The columns of the file. */
export const auditCsv: readonly CsvColumn<AuditEvent>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'time', value: ({ createdAt }) => new Date(createdAt) },
  { title: 'action', value: ({ action }) => action },
  { title: 'actor', value: ({ actor }) => actor },
  { title: 'actorId', value: ({ actorId }) => actorId },
  { title: 'actorName', value: ({ actorName }) => actorName },
  { title: 'appId', value: ({ appId }) => appId },
  { title: 'appName', value: ({ appName }) => appName },
  { title: 'targetId', value: ({ targetId }) => targetId },
  { title: 'targetName', value: ({ targetName }) => targetName },
  { title: 'ip', value: ({ ip }) => ip },
  { title: 'details', value: ({ details }) => detailText(details) },
  { title: 'restored', value: ({ restoredAt }) => (restoredAt === null ? null : new Date(restoredAt)) },
  { title: 'seq', value: ({ seq }) => seq },
]

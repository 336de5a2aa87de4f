import { Button } from '@openauth/ui/button'
import { Status } from '@openauth/ui/badge'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import type { Translate } from '../../i18n/i18n.ts'
import type { Approval } from './approvals-query.ts'
import { callTitle, stateTitles, stateTones } from './words.ts'

interface ColumnsInput {
  t: Translate
  /** The name of an app by its id. */
  appName: (id: string) => string
  open: (approval: Approval) => void
}

const NARROW = 'minmax(6.5rem, 1fr)'

/** The columns of the table of requests. */
export const approvalColumns = ({ t, appName, open }: ColumnsInput): DataColumn<Approval>[] => [
  {
    id: 'call',
    title: t('approvals.what'),
    width: 'minmax(10rem, 3fr)',
    isRequired: true,
    cell: (approval) => (
      <span dir="auto">
        {callTitle(approval, t)}
        {approval.appId !== null && ` · ${appName(approval.appId)}`}
      </span>
    ),
  },
  {
    id: 'requestedBy',
    title: t('approvals.requestedBy'),
    width: NARROW,
    cell: ({ requestedBy, tokenName }) => (
      <span dir="auto">{tokenName === null ? requestedBy.username : `${requestedBy.username} (${tokenName})`}</span>
    ),
  },
  {
    id: 'reason',
    title: t('approvals.reason'),
    width: 'minmax(8rem, 2fr)',
    cell: ({ reason }) => (
      <span className="approval-reason" dir="auto" title={reason}>
        {reason}
      </span>
    ),
  },
  {
    id: 'state',
    title: t('approvals.state'),
    width: NARROW,
    cell: ({ state }) => <Status tone={stateTones[state]}>{t(stateTitles[state])}</Status>,
  },
  { id: 'createdAt', title: t('approvals.askedAt'), width: NARROW, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'actions',
    title: t('approvals.look'),
    isTitleHidden: true,
    isRequired: true,
    width: '7rem',
    cell: (approval) => (
      <Button size="small" onClick={() => open(approval)}>
        {t('approvals.look')}
      </Button>
    ),
  },
]

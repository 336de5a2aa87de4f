import type { Client } from '@openauth/client'
import { Status } from '@openauth/ui/badge'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Link } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'

type Item = Awaited<ReturnType<Client['attention']['list']>>[number]

const tones = { error: 'danger', warning: 'warning', notice: 'info' } as const satisfies Record<
  Item['severity'],
  string
>

const loginMethods = ({ appId }: Item): string => (appId ? `/apps/${appId}/login-methods` : '/apps')

/** What is said of each, and the screen where it is put right. */
const remedies: Record<Item['code'], { words: MessageId; address: (item: Item) => string }> = {
  method_without_credentials: { words: 'dashboard.methodWithoutCredentials', address: loginMethods },
  redirects_without_origin: { words: 'dashboard.redirectsWithoutOrigin', address: loginMethods },
  email_without_mail_server: { words: 'dashboard.emailWithoutMailServer', address: () => '/health' },
  node_unreachable: { words: 'dashboard.nodeUnreachable', address: () => '/health' },
  kek_missing: { words: 'dashboard.kekMissing', address: () => '/keys' },
  kek_outdated: { words: 'dashboard.kekOutdated', address: () => '/keys' },
  signing_key_old: { words: 'dashboard.signingKeyOld', address: () => '/signing-keys' },
  jobs_failed: { words: 'dashboard.jobsFailed', address: () => '/jobs' },
}

const Row = ({ item, appName }: { item: Item; appName: string | undefined }) => {
  const t = useTranslate()
  const { words, address } = remedies[item.code]
  const subject = item.subject ?? ''
  const of = appName ?? item.appId ?? ''
  return (
    <li>
      <Status tone={tones[item.severity]}>
        <Link to={address(item)} dir="auto">
          {t(words, { subject, app: of })}
        </Link>
      </Status>
    </li>
  )
}

const Items = ({ items }: { items: readonly Item[] }) => {
  const t = useTranslate()
  const apps = useQuery(queries.apps.list())
  if (items.length === 0)
    return (
      <EmptyState
        title={t('dashboard.allWell')}
        reason={t('dashboard.allWellReason')}
        icon={<CircleCheck size={18} />}
      />
    )
  return (
    <ul className="dashboard-list">
      {items.map((item) => (
        <Row
          key={`${item.code} ${item.appId} ${item.subject}`}
          item={item}
          appName={apps.data?.find(({ id }) => id === item.appId)?.name}
        />
      ))}
    </ul>
  )
}

/** What needs the operator's attention, the worst first, each with a link to its remedy. */
export const Attention = () => {
  const t = useTranslate()
  const list = useQuery(queries.attention.list())
  return (
    <Card>
      <h2 className="dashboard-title">{t('dashboard.attention')}</h2>
      <Loaded query={list}>{(items) => <Items items={items} />}</Loaded>
    </Card>
  )
}

import type { AttentionItem } from '@openauth/client'
import { Status } from '@openauth/ui/badge'
import { Card } from '@openauth/ui/card'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useHasSomeApps, useRights } from '../../api/rights.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { attentionText, attentionTones, remedyOf } from '../statistics/attention.ts'

const Item = ({ item, appName }: { item: AttentionItem; appName: string | null }) => {
  const t = useTranslate()
  const remedy = remedyOf(item, useRights())
  const text = `${appName === null ? '' : `${appName}: `}${attentionText(item, t)}`
  return remedy ? (
    <Link to={remedy} dir="auto">
      {text}
    </Link>
  ) : (
    <span dir="auto">{text}</span>
  )
}

const Items = ({ items }: { items: readonly AttentionItem[] }) => {
  const t = useTranslate()
  const hasSomeApps = useHasSomeApps()
  const apps = useQuery(queries.apps.list())
  const appOf = ({ appId }: AttentionItem) => apps.data?.find(({ id }) => id === appId)?.name ?? appId
  if (items.length === 0)
    return (
      <>
        <Status tone="success">{t('dashboard.allWell')}</Status>
        <p className="statistics-none">{t(hasSomeApps ? 'dashboard.allWellOwn' : 'dashboard.allWellReason')}</p>
      </>
    )
  return (
    <ul className="dashboard-list">
      {items.map((item) => (
        <li key={`${item.code} ${item.appId} ${item.subject}`}>
          <Status tone={attentionTones[item.severity]}>
            <Item item={item} appName={appOf(item)} />
          </Status>
        </li>
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
      <h2 className="statistics-title">{t('attention.title')}</h2>
      <Loaded query={list}>{(items) => <Items items={items} />}</Loaded>
    </Card>
  )
}

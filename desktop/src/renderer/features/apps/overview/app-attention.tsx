import { Notice } from '@openauth/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { useRights } from '../../../api/rights.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { attentionText, attentionTones, remedyOf } from '../../statistics/attention.ts'

/** What needs attention in an app's settings, with links to the remedies; nothing where all is well. */
export const AppAttention = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const may = useRights()
  const items = useQuery(queries.attention.list())
  const shown = items.data?.filter((item) => item.appId === appId) ?? []
  if (items.error) return <Notice tone="warning">{`${t('attention.failed')} ${items.error.message}`}</Notice>
  if (shown.length === 0) return null
  return (
    <section className="app-attention" aria-label={t('attention.title')}>
      {shown.map((item) => {
        const remedy = remedyOf(item, may)
        return (
          <Notice
            key={`${item.code} ${item.subject}`}
            tone={attentionTones[item.severity]}
            action={remedy && <Link to={remedy}>{t('attention.remedy')}</Link>}
          >
            <p>{attentionText(item, t)}</p>
          </Notice>
        )
      })}
    </section>
  )
}

import type { AttentionItem, LoginMethod } from '@openauth/client'
import { Notice } from '@openauth/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { type Translate, useTranslate } from '../../../i18n/i18n.ts'
import { methodTitle } from '../switches.ts'

const tones = { error: 'danger', warning: 'warning', notice: 'info' } as const

const listOf = (value: AttentionItem['data'][string] | undefined): string[] => (Array.isArray(value) ? value : [])

/** What an item says; undefined for what is not about an app. */
const attentionText = ({ code, subject, data }: AttentionItem, t: Translate): string | undefined => {
  const methods = (names: string[]) => names.map((name) => methodTitle(name as LoginMethod, t)).join(', ')
  if (code === 'method_without_credentials') {
    const values = { method: methods(subject ? [subject] : []), settings: listOf(data['missing']).join(', ') }
    return t(data['affects'] === 'logins' ? 'appOverview.noCredentials' : 'appOverview.noRedirects', values)
  }
  if (code === 'redirects_without_origin')
    return t('appOverview.noOrigin', { methods: methods(listOf(data['methods'])) })
  if (code === 'email_without_mail_server')
    return t(data['usesOutbox'] ? 'appOverview.mailToFolder' : 'appOverview.noMailServer')
  return undefined
}

/** What needs attention in an app's settings; nothing where all is well. */
export const AppAttention = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const items = useQuery(queries.attention.list())
  const shown = (items.data ?? []).flatMap((item) => {
    const text = item.appId === appId ? attentionText(item, t) : undefined
    return text === undefined ? [] : [{ item, text }]
  })
  if (items.error) return <Notice tone="warning">{`${t('appOverview.attentionFailed')} ${items.error.message}`}</Notice>
  if (shown.length === 0) return null
  return (
    <section className="app-attention" aria-label={t('appOverview.attention')}>
      {shown.map(({ item, text }) => (
        <Notice
          key={`${item.code} ${item.subject}`}
          tone={tones[item.severity]}
          action={
            item.code === 'redirects_without_origin' ? (
              <Link to={`/apps/${appId}/settings`}>{t('appSettings.title')}</Link>
            ) : undefined
          }
        >
          <p>{text}</p>
        </Notice>
      ))}
    </section>
  )
}

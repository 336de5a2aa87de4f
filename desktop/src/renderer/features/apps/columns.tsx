import type { App } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Copyable } from '@openauth/ui/copyable'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homeOfApp } from '../../navigation/addresses.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { enabledMethods, methodTitle } from '../../lib/login-methods.ts'

const SHOWN_METHODS = 4

const Name = ({ app }: { app: App }) => {
  const home = homeOfApp(app.id)
  return home ? <Link to={home}>{app.name}</Link> : app.name
}

const Methods = ({ app, t }: { app: App; t: Translate }) => {
  const on = enabledMethods(app).map((method) => methodTitle(method, t))
  if (on.length === 0) return <Badge tone="warning">{t('apps.noMethods')}</Badge>
  const more = on.length - SHOWN_METHODS
  return (
    <span className="badges">
      {on.slice(0, SHOWN_METHODS).map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
      {more > 0 && <span title={on.slice(SHOWN_METHODS).join(', ')}>{t('apps.more', { count: more })}</span>}
    </span>
  )
}

/** The columns of the table of apps. `menu` gives the actions of one, where there are any. */
export const appColumns = (t: Translate, menu: ((app: App) => ReactNode) | undefined): DataColumn<App>[] => [
  { id: 'name', title: t('apps.name'), cell: (app) => <Name app={app} />, isSortable: true },
  { id: 'id', title: t('apps.id'), cell: (app) => <Copyable value={app.id} name={t('apps.id')} truncate={[8, 4]} /> },
  { id: 'methods', title: t('apps.enabled'), cell: (app) => <Methods app={app} t={t} /> },
  { id: 'createdAt', title: t('apps.created'), cell: (app) => <Time at={app.createdAt} />, isSortable: true },
  ...(menu
    ? [{ id: 'actions', title: t('apps.actions'), cell: menu, width: '4rem', isTitleHidden: true, isRequired: true }]
    : []),
]

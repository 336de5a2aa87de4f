import { ApiError } from '@openauth/client'
import { MethodIcon } from '@openauth/client/react'
import { Status } from '@openauth/ui/badge'
import { buttonClass } from '@openauth/ui/button'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { EmptyState } from '@openauth/ui/empty-state'
import { PageHeader } from '@openauth/ui/page-header'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { useMemo } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { tableOf } from '../../components/loaded.tsx'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import { settingLabel } from './field-labels.ts'
import { MethodPanel } from './method-panel.tsx'
import { missingSettings, stateOf, stateTitles, stateTones } from './method-state.ts'
import { type MethodSetup, methodsQuery } from './setup-query.ts'
import './login-methods.css'

const missingText = (setup: MethodSetup, t: Translate): string => {
  if (setup.method === 'email' && !setup.ready) return t('login-methods.mailServer')
  if (setup.method === 'oidc' && !setup.ready) return t('login-methods.connection')
  return missingSettings(setup)
    .map((name) => t(settingLabel(name)))
    .join(', ')
}

const methodColumns = (t: Translate): DataColumn<MethodSetup>[] => [
  {
    id: 'method',
    title: t('login-methods.method'),
    cell: ({ method }) => (
      <span className="method-name">
        <MethodIcon method={method} />
        {methodTitle(method, t)}
      </span>
    ),
  },
  {
    id: 'state',
    title: t('login-methods.state'),
    cell: (setup) => {
      const state = stateOf(setup)
      return <Status tone={stateTones[state]}>{t(stateTitles[state])}</Status>
    },
  },
  {
    id: 'missing',
    title: t('login-methods.missing'),
    cell: (setup) => <span className={setup.enabled ? '' : 'method-soft'}>{missingText(setup, t) || '–'}</span>,
  },
  {
    id: 'lastLogin',
    title: t('login-methods.lastLogin'),
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? '–' : <Time at={lastLoginAt} />),
  },
]

const idOf = ({ method }: MethodSetup) => method

const Gone = () => {
  const t = useTranslate()
  return (
    <EmptyState
      icon={<LayoutGrid size={18} />}
      title={t('login-methods.gone')}
      reason={t('login-methods.goneReason')}
      action={
        <Link className={buttonClass()} to="/apps">
          {t('login-methods.toApps')}
        </Link>
      }
    />
  )
}

const Methods = ({ appId, method }: { appId: string; method: string | undefined }) => {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const query = useQuery(methodsQuery(appId))
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => methodColumns(t), [locale])
  if (query.error instanceof ApiError && query.error.status === 404) return <Gone />
  const list = `/apps/${appId}/login-methods`
  const opened = query.data?.methods.find((setup) => setup.method === method)
  return (
    <>
      <DataTable
        label={t('login-methods.title')}
        columns={columns}
        {...tableOf(query, query.data?.methods)}
        rowId={idOf}
        rowName={(setup) => methodTitle(setup.method, t)}
        onOpen={(setup) => void navigate(`${list}/${setup.method}`)}
        storageKey="login-methods"
        maxHeight="none"
      />
      {query.data && opened && (
        <MethodPanel key={opened.method} app={query.data.app} setup={opened} onClose={() => void navigate(list)} />
      )}
    </>
  )
}

/** The login methods of an app; the one that the address names is open beside the list. */
export const ListMethods = () => {
  const t = useTranslate()
  const { appId = '', method } = useParams()
  return (
    <div className="screen">
      <title>{`${t('login-methods.title')} · OpenAuth`}</title>
      <PageHeader title={t('login-methods.title')} description={t('login-methods.lead')} />
      <Methods key={appId} appId={appId} method={method} />
    </div>
  )
}

import { Button } from '@openauth/ui/button'
import { DataTable } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import Bot from 'lucide-react/icons/bot'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useOwnAdmin } from '../../api/rights.ts'
import { tableOf } from '../../components/loaded.tsx'
import '../../i18n/device-words.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { ShownOnce } from '../../components/shown-once.tsx'
import { tokenColumns } from './columns.tsx'
import { CreateToken } from './create-token.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { type ServiceToken, serviceTokensQuery } from './service-token.ts'
import './service-tokens.css'

const idOf = ({ id }: ServiceToken) => id
const nameOf = ({ name }: ServiceToken) => name

const Tokens = ({ onRevoke }: { onRevoke: (token: ServiceToken) => void }) => {
  const t = useTranslate()
  const locale = useLocale()
  const tokens = useQuery(serviceTokensQuery)
  const apps = useQuery(queries.apps.list()).data
  const isOwner = useOwnAdmin()?.role === 'owner'
  const columns = useMemo(() => {
    const names = new Map(apps?.map(({ id, name }) => [id, name]))
    return tokenColumns({ t, isOwner, appName: (id) => names.get(id) ?? id, revoke: onRevoke })
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  }, [locale, isOwner, apps, onRevoke])
  const hidden = tokens.data ? tokens.data.meta.totalItems - tokens.data.data.length : 0
  return (
    <>
      <DataTable
        label={t('account.serviceTokens')}
        columns={columns}
        {...tableOf(tokens, tokens.data?.data)}
        rowId={idOf}
        rowName={nameOf}
        empty={{ title: t('serviceTokens.none'), reason: t('serviceTokens.noneLead'), icon: <Bot size={18} /> }}
      />
      {hidden > 0 && <p>{t('serviceTokens.more', { count: hidden })}</p>}
    </>
  )
}

/** The tokens with which scripts call the API in an admin's name: the own ones, and all for an owner. */
export const ServiceTokens = () => {
  const t = useTranslate()
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ServiceToken>()
  const [shown, setShown] = useState<string>()
  const created = (value: string) => {
    setCreating(false)
    setShown(value)
  }
  const create = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      {t('serviceTokens.create')}
    </Button>
  )
  return (
    <div className="screen">
      <title>{`${t('account.serviceTokens')} · OpenAuth`}</title>
      <PageHeader title={t('account.serviceTokens')} description={t('serviceTokens.lead')} actions={create} />
      <Tokens onRevoke={setRevoked} />
      {isCreating && <CreateToken onCreated={created} onClose={() => setCreating(false)} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(undefined)} />}
      <ShownOnce
        value={shown}
        name={t('serviceTokens.token')}
        title={t('serviceTokens.shownTitle')}
        description={t('serviceTokens.shownLead')}
        onClose={() => setShown(undefined)}
      />
    </div>
  )
}

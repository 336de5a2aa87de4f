import { endpoints } from '@openauth/client'
import type { AppSecret } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Copyable } from '@openauth/ui/copyable'
import { DataTable } from '@openauth/ui/data-table'
import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuItem } from '@openauth/ui/menu'
import { PageHeader } from '@openauth/ui/page-header'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { queries, serverQuery } from '../../api/queries.ts'
import { type AdminCall, useRights } from '../../api/rights.ts'
import { May } from '../../components/may.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { isCurrent, keyColumns, nameOf } from './columns.tsx'
import { CreateKey } from './create-key.tsx'
import { type Asked, KeyAction } from './key-actions.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { Snippets } from './snippets.tsx'
import './secrets.css'

const idOf = ({ id }: AppSecret) => id

/** The call behind each act. */
const callOf: Record<Asked['act'], AdminCall> = {
  reveal: endpoints.apps.secret,
  rotate: endpoints.appSecrets.rotate,
  revoke: endpoints.appSecrets.revoke,
}

const KeyMenu = ({ secret, onAsk }: { secret: AppSecret; onAsk: (asked: Asked) => void }) => {
  const t = useTranslate()
  const label = t('secrets.actionsOf', { name: nameOf(secret, t) })
  const may = useRights()
  const item = (act: Asked['act']) => (
    <MenuItem key={act} isDanger={act === 'revoke'} onSelect={() => onAsk({ act, secret })}>
      {t(`secrets.${act}`)}
    </MenuItem>
  )
  const acts: Asked['act'][] = [
    ...(isCurrent(secret) ? (['reveal'] as const) : []),
    ...(secret.expiresAt === null ? (['rotate'] as const) : []),
    ...(isCurrent(secret) ? [] : (['revoke'] as const)),
  ]
  const allowed = acts.filter((act) => may(callOf[act]))
  if (allowed.length === 0) return null
  return (
    <Menu align="end" trigger={<IconButton size="small" label={label} icon={<Ellipsis size={16} />} />}>
      {allowed.map(item)}
    </Menu>
  )
}

const Keys = ({ appId, onAsk }: { appId: string; onAsk: (asked: Asked) => void }) => {
  const t = useTranslate()
  const locale = useLocale()
  const keys = useQuery(queries.appSecrets.list({ appId }))
  const columns = useMemo(
    () => keyColumns(t, (secret) => <KeyMenu secret={secret} onAsk={onAsk} />),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, onAsk],
  )
  return (
    <DataTable
      label={t('secrets.title')}
      columns={columns}
      rows={keys.data}
      rowId={idOf}
      rowName={(secret) => nameOf(secret, t)}
      isLoading={keys.isPending}
      storageKey="secrets"
      error={
        keys.isError
          ? { message: keys.error.message, onRetry: () => void keys.refetch(), isRetrying: keys.isFetching }
          : undefined
      }
    />
  )
}

const PublicKeys = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const server = useQuery(serverQuery)
  const address = `${server.data?.address ?? ''}/.well-known/jwks.json`
  return (
    <Section title={t('secrets.verify')} description={t('secrets.verifyLead')}>
      <Copyable value={address} name={t('secrets.publicKeys')} truncate={false} />
      <Snippets appId={appId} />
    </Section>
  )
}

/** The keys with which an app's servers call the API, and how they verify what users bring. */
export const ListKeys = () => {
  const t = useTranslate()
  const { appId = '' } = useParams()
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [shown, setShown] = useState<string>()
  const create = (
    <May call={endpoints.appSecrets.create}>
      <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
        {t('secrets.create')}
      </Button>
    </May>
  )
  return (
    <div className="screen">
      <title>{`${t('secrets.title')} · OpenAuth`}</title>
      <PageHeader title={t('secrets.title')} description={t('secrets.lead')} actions={create} />
      <Keys appId={appId} onAsk={setAsked} />
      <PublicKeys appId={appId} />
      <CreateKey appId={appId} open={isCreating} onOpenChange={setCreating} onCreated={setShown} />
      <KeyAction appId={appId} asked={asked} onDone={() => setAsked(undefined)} onShow={setShown} />
      <ShownOnce
        value={shown}
        title={t('secrets.shownTitle')}
        description={t('secrets.shownLead')}
        onClose={() => setShown(undefined)}
      />
    </div>
  )
}

import { endpoints } from '@openauth/client'
import type { Client } from '@openauth/client'
import { Badge, Status } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { DataTable, type DataColumn } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { Section } from '@openauth/ui/section'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import KeySquare from 'lucide-react/icons/key-square'
import { useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import { CardGrid } from '../../components/card-grid.tsx'
import { Loaded, tableOf } from '../../components/loaded.tsx'
import { May } from '../../components/may.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { Rewrap, Verify } from './work.tsx'
import './keys.css'

type KeysStatus = Awaited<ReturnType<Client['keys']['status']>>
type Kek = KeysStatus['keks'][number]

const backendWords = {
  local: 'keys.backendLocal',
  'aws-kms': 'keys.backendKms',
  'vault-transit': 'keys.backendVault',
} as const satisfies Record<KeysStatus['backend'], MessageId>

const signerWords = {
  inline: 'keys.signerInline',
  process: 'keys.signerProcess',
  external: 'keys.signerExternal',
} as const satisfies Record<KeysStatus['signer'], MessageId>

const useRefresh = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.keys.status().queryKey })
}

const Rotate = () => {
  const t = useTranslate()
  const refresh = useRefresh()
  const rotate = useMutation(queries.keys.rotate())
  const confirm = async () => {
    const { current } = await rotate.mutateAsync({ standby: false })
    await refresh()
    toast.success(t('keys.rotated', { id: current }))
  }
  return (
    <ConfirmDialog
      title={t('keys.rotateTitle')}
      description={t('keys.rotateConfirm')}
      confirmLabel={t('keys.rotate')}
      isDanger={false}
      onConfirm={confirm}
      trigger={<Button variant="primary">{t('keys.rotate')}</Button>}
    />
  )
}

const Activate = ({ id, t }: { id: string; t: Translate }) => {
  const refresh = useRefresh()
  const rotate = useMutation(queries.keys.rotate())
  const confirm = async () => {
    await rotate.mutateAsync({ activate: id })
    await refresh()
    toast.success(t('keys.rotated', { id }))
  }
  return (
    <ConfirmDialog
      title={t('keys.activateTitle', { id })}
      description={t('keys.activateConfirm')}
      confirmLabel={t('keys.activate')}
      isDanger={false}
      onConfirm={confirm}
      trigger={<Button size="small">{t('keys.activate')}</Button>}
    />
  )
}

const Retire = ({ id, t }: { id: string; t: Translate }) => {
  const refresh = useRefresh()
  const retire = useMutation(queries.keys.retire())
  const confirm = async () => {
    const { isRemovedFromKeyring } = await retire.mutateAsync({ id })
    await refresh()
    toast.success(t(isRemovedFromKeyring ? 'keys.retired' : 'keys.retiredElsewhere', { id }))
  }
  return (
    <ConfirmDialog
      title={t('keys.retireTitle', { id })}
      description={t('keys.retireConfirm')}
      confirmLabel={t('keys.retire')}
      typedName={id}
      onConfirm={confirm}
      trigger={<Button size="small">{t('keys.retire')}</Button>}
    />
  )
}

const State = ({ kek: { isCurrent, opens }, t }: { kek: Kek; t: Translate }) => {
  if (!opens) return <Status tone="danger">{t('keys.missing')}</Status>
  return isCurrent ? (
    <Status tone="success">{t('keys.current')}</Status>
  ) : (
    <Status tone="neutral">{t('keys.older')}</Status>
  )
}

const columnsOf = (t: Translate, backend: KeysStatus['backend']): DataColumn<Kek>[] => [
  {
    id: 'id',
    title: t('keys.id'),
    isRequired: true,
    width: 'minmax(14rem, 2fr)',
    cell: ({ id }) => <code title={id}>{id}</code>,
  },
  { id: 'state', title: t('keys.state'), cell: (kek) => <State kek={kek} t={t} /> },
  { id: 'rows', title: t('keys.rows'), isNumber: true, cell: ({ rows }) => rows.toLocaleString() },
  {
    id: 'actions',
    title: t('keys.actions'),
    isTitleHidden: true,
    isRequired: true,
    width: '14rem',
    cell: ({ id, isCurrent, opens, rows }) => (
      <span className="key-actions">
        <May call={endpoints.keys.rotate}>
          {!isCurrent && opens && backend === 'local' && <Activate id={id} t={t} />}{' '}
        </May>
        <May call={endpoints.keys.retire}>{!isCurrent && rows === 0 && <Retire id={id} t={t} />}</May>
      </span>
    ),
  },
]

const idOf = ({ id }: Kek) => id

const Service = ({ status: { backend, signer } }: { status: KeysStatus }) => {
  const t = useTranslate()
  return (
    <span>
      <Badge>{t(backendWords[backend])}</Badge> <Badge>{t(signerWords[signer])}</Badge>
    </span>
  )
}

const KekTable = ({ status }: { status: UseQueryResult<KeysStatus> }) => {
  const t = useTranslate()
  const locale = useLocale()
  const backend = status.data?.backend ?? 'local'
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, backend), [locale, backend])
  return (
    <DataTable
      label={t('keys.title')}
      columns={columns}
      {...tableOf(status, status.data?.keks)}
      rowId={idOf}
      rowName={idOf}
      empty={{ title: t('keys.none'), reason: t('keys.lead'), icon: <KeySquare size={18} /> }}
    />
  )
}

/** The order of the steps of a rotation. */
const RotationSteps = () => {
  const t = useTranslate()
  return (
    <Section title={t('keys.howTo')}>
      <ol className="key-steps">
        <li>{t('keys.stepRotate')}</li>
        <li>{t('keys.stepBackUp')}</li>
        <li>{t('keys.stepRewrap')}</li>
        <li>{t('keys.stepVerify')}</li>
        <li>{t('keys.stepRetire')}</li>
      </ol>
    </Section>
  )
}

/** The key-encryption keys, which wrap the data keys of wallets, credentials and signing keys. */
export const Keys = () => {
  const t = useTranslate()
  const status = useQuery(queries.keys.status())
  const canRotate = (status.data?.backend ?? 'local') === 'local'
  return (
    <div className="screen">
      <title>{`${t('keys.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('keys.title')}
        mark={
          <Loaded query={status} lines={0}>
            {(data) => <Service status={data} />}
          </Loaded>
        }
        description={t('keys.lead')}
        actions={
          canRotate && (
            <May call={endpoints.keys.rotate}>
              <Rotate />
            </May>
          )
        }
      />
      <KekTable status={status} />
      <May call={endpoints.keys.rewrap}>
        <CardGrid minWidth="18rem">
          <Verify />
          <Rewrap />
        </CardGrid>
        <RotationSteps />
      </May>
    </div>
  )
}

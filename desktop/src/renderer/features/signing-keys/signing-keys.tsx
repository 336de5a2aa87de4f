import { endpoints } from '@openauth/client'
import type { Client } from '@openauth/client'
import { Status } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Copyable } from '@openauth/ui/copyable'
import { CopyButton } from '@openauth/ui/copy-button'
import { DataTable, type DataColumn } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { Select } from '@openauth/ui/select'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Signature from 'lucide-react/icons/signature'
import { useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { tableOf } from '../../components/loaded.tsx'
import { May } from '../../components/may.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'

type SigningKey = Awaited<ReturnType<Client['signingKeys']['list']>>[number]

const states = {
  next: { tone: 'info', word: 'signingKeys.next' },
  current: { tone: 'success', word: 'signingKeys.current' },
  previous: { tone: 'neutral', word: 'signingKeys.previous' },
} as const satisfies Record<SigningKey['status'], { tone: string; word: MessageId }>

/** Seconds from publishing a key to its first signature. */
const overlaps = {
  0: 'signingKeys.atOnce',
  3600: 'signingKeys.hour',
  86_400: 'signingKeys.day',
  604_800: 'signingKeys.week',
} as const satisfies Record<number, MessageId>

const columnsOf = (t: Translate): DataColumn<SigningKey>[] => [
  {
    id: 'kid',
    title: t('signingKeys.kid'),
    isRequired: true,
    width: 'minmax(14rem, 2fr)',
    cell: ({ kid }) => <Copyable value={kid} name={t('signingKeys.kid')} truncate={[12, 6]} />,
  },
  {
    id: 'status',
    title: t('signingKeys.state'),
    width: 'minmax(10rem, 1fr)',
    cell: ({ status }) => <Status tone={states[status].tone}>{t(states[status].word)}</Status>,
  },
  { id: 'createdAt', title: t('signingKeys.created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'activeAt', title: t('signingKeys.signsFrom'), cell: ({ activeAt }) => <Time at={activeAt} /> },
  {
    id: 'publicKey',
    title: t('signingKeys.publicKey'),
    width: '8rem',
    cell: ({ publicKey }) => <CopyButton text={publicKey} name={t('signingKeys.publicKey')} />,
  },
]

const Rotate = () => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [overlap, setOverlap] = useState('3600')
  const rotate = useMutation(queries.signingKeys.rotate())
  const confirm = async () => {
    await rotate.mutateAsync({ overlapSeconds: Number(overlap) })
    await queryClient.invalidateQueries({ queryKey: queries.signingKeys.list().queryKey })
    toast.success(t('signingKeys.rotated'))
  }
  return (
    <ConfirmDialog
      title={t('signingKeys.rotateTitle')}
      description={t('signingKeys.rotateLead')}
      confirmLabel={t('signingKeys.rotate')}
      isDanger={false}
      onConfirm={confirm}
      trigger={<Button variant="primary">{t('signingKeys.rotate')}</Button>}
    >
      <Select
        label={t('signingKeys.overlap')}
        hint={t('signingKeys.overlapHint')}
        value={overlap}
        onValueChange={setOverlap}
        options={Object.entries(overlaps).map(([value, word]) => ({ value, label: t(word) }))}
      />
    </ConfirmDialog>
  )
}

const idOf = ({ kid }: SigningKey) => kid

/** The keys that sign session tokens. */
export const SigningKeys = () => {
  const t = useTranslate()
  const locale = useLocale()
  const keys = useQuery(queries.signingKeys.list())
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t), [locale])
  return (
    <div className="screen">
      <title>{`${t('signingKeys.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('signingKeys.title')}
        description={t('signingKeys.lead')}
        actions={
          <May call={endpoints.signingKeys.rotate}>
            <Rotate />
          </May>
        }
      />
      <DataTable
        label={t('signingKeys.title')}
        columns={columns}
        {...tableOf(keys, keys.data)}
        rowId={idOf}
        rowName={idOf}
        empty={{ title: t('signingKeys.none'), reason: t('signingKeys.lead'), icon: <Signature size={18} /> }}
      />
    </div>
  )
}

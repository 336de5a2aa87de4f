import type { AppSecret } from '@openauth/client'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { nameOf } from './columns.tsx'
import { type Overlap, OverlapField } from './overlap-field.tsx'

/** What is to be done with a key, once it is confirmed. */
export type Asked = { act: 'reveal' | 'rotate' | 'revoke'; secret: AppSecret }

interface Props {
  appId: string
  asked: Asked | undefined
  onDone: () => void
  /** Gets a key to show. */
  onShow: (value: string) => void
}

type BodyProps = Props & { asked: Asked }

const Reveal = ({ appId, onDone, onShow }: BodyProps) => {
  const t = useTranslate()
  const reveal = async () => onShow((await client.apps.secret({ id: appId })).appSecret)
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={t('secrets.reveal')}
      description={t('secrets.revealLead')}
      confirmLabel={t('secrets.reveal')}
      isDanger={false}
      onConfirm={reveal}
    />
  )
}

const Rotate = ({ appId, asked, onDone, onShow }: BodyProps) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const rotate = async () => {
    const input = { appId, secretId: asked.secret.id, overlapSeconds: Number(overlap) }
    const { appSecret } = await client.appSecrets.rotate(input)
    await queryClient.invalidateQueries({ queryKey: queries.appSecrets.list({ appId }).queryKey })
    onShow(appSecret)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={t('secrets.rotateTitle', { name: nameOf(asked.secret, t) })}
      description={t('secrets.rotateLead')}
      confirmLabel={t('secrets.rotate')}
      isDanger={overlap === '0'}
      onConfirm={rotate}
    >
      <OverlapField value={overlap} onChange={setOverlap} hint={t('secrets.overlapHint')} />
    </ConfirmDialog>
  )
}

const Revoke = ({ appId, asked, onDone }: BodyProps) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const name = nameOf(asked.secret, t)
  const revoke = async () => {
    await client.appSecrets.revoke({ appId, secretId: asked.secret.id })
    await queryClient.invalidateQueries({ queryKey: queries.appSecrets.list({ appId }).queryKey })
    toast.success(t('secrets.revokedToast', { name }))
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={t('secrets.revokeTitle', { name })}
      description={t('secrets.revokeLead')}
      confirmLabel={t('secrets.revoke')}
      typedName={name}
      onConfirm={revoke}
    />
  )
}

const acts = { reveal: Reveal, rotate: Rotate, revoke: Revoke }

/** The dialog of what was asked for. */
export const KeyAction = ({ asked, ...props }: Props) => {
  if (!asked) return null
  const Act = acts[asked.act]
  return <Act {...props} asked={asked} />
}

import { ConfirmDialog, type ConfirmDialogProps } from '@openauth/ui/confirm-dialog'
import { TextField } from '@openauth/ui/text-field'
import { useState } from 'react'
import { useTranslate } from '../i18n/i18n.ts'

interface Props extends Omit<ConfirmDialogProps, 'children' | 'onConfirm'> {
  onConfirm: (reason: string) => Promise<unknown>
}

/** Asks before something is done, and for its reason, which the server requires. */
export const ConfirmWithReason = ({ onConfirm, ...dialog }: Props) => {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const confirm = async () => {
    await onConfirm(reason)
    setReason('')
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      <TextField
        label={t('game.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}

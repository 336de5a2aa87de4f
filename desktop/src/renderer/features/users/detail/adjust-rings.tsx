import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { issueOf } from '../../../components/problems.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useSingleSubmit } from '../../../lib/single-submit.ts'
import { userName } from '../../../lib/user-name.ts'
import { useShownUser } from './user-ref.ts'

/** One adjustment, however often its answer is lost and it is sent again. */
const useAdjustment = (onDone: () => void) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const queryClient = useQueryClient()
  const once = useSingleSubmit()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const adjust = useMutation({
    ...queries.gamePlayers.adjust(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => ['gamePlayers', 'audit'].includes(String(queryKey[0])),
      })
      toast.success(t('game.adjusted'))
      onDone()
    },
  })
  const send = (rings: number, reason: string) =>
    void once(() => adjust.mutateAsync({ ...scope, rings, reason, idempotencyKey }).catch(() => undefined))
  return { send, error: adjust.error, isPending: adjust.isPending }
}

const Form = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslate()
  const { send, error, isPending } = useAdjustment(onDone)
  const [rings, setRings] = useState('')
  const [reason, setReason] = useState('')
  const isComplete = /^-?[1-9]\d{0,12}$/.test(rings.trim()) && reason.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) send(Number(rings), reason)
  }
  const issues = { rings: issueOf(error, 'rings'), reason: issueOf(error, 'reason') }
  return (
    <form className="user-form" onSubmit={submit} noValidate>
      <TextField
        label={t('game.adjustRings')}
        hint={t('game.adjustRingsHint')}
        inputMode="numeric"
        value={rings}
        error={issues.rings ?? (issues.reason ? undefined : error?.message)}
        onChange={(event) => setRings(event.target.value)}
      />
      <TextField
        label={t('game.reason')}
        maxLength={200}
        value={reason}
        error={issues.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="user-form-actions">
        <Button type="submit" variant="primary" disabled={!isComplete} loading={isPending}>
          {t('game.adjust')}
        </Button>
      </div>
    </form>
  )
}

/** Adds rings to a player's balance or takes some, with a reason. */
export const AdjustRings = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const t = useTranslate()
  const { user } = useShownUser()
  return (
    <Dialog
      title={t('game.adjust')}
      description={t('game.adjustLead', { name: userName(user).slice(0, 80) })}
      isSticky
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/queries.ts'
import { issueOf } from '../../components/problems.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { useSingleSubmit } from '../../lib/single-submit.ts'

export type Decision = 'clear' | 'hold' | 'limit'

interface Player {
  appId: string
  id: string
}

interface Kind {
  title: MessageId
  lead: MessageId
  done: MessageId
  /** The number beside the reason, and what it is at first. */
  number?: { field: 'ignoreDays' | 'tapsPerSecond'; label: MessageId; hint: MessageId; first: string; pattern: RegExp }
  send: (input: Player & { reason: string }, number: string) => Promise<unknown>
}

const kinds: Record<Decision, Kind> = {
  clear: {
    title: 'fairPlay.clear',
    lead: 'fairPlay.clearLead',
    done: 'fairPlay.clearDone',
    number: {
      field: 'ignoreDays',
      label: 'fairPlay.ignoreDays',
      hint: 'fairPlay.ignoreDaysHint',
      first: '30',
      pattern: /^\d{1,3}$/,
    },
    send: (input, days) => client.gameReviews.clear({ ...input, ignoreDays: Number(days) }),
  },
  hold: {
    title: 'fairPlay.hold',
    lead: 'fairPlay.holdLead',
    done: 'fairPlay.holdDone',
    send: (input) => client.gameReviews.hold(input),
  },
  limit: {
    title: 'fairPlay.limit',
    lead: 'fairPlay.limitLead',
    done: 'fairPlay.limitDone',
    number: {
      field: 'tapsPerSecond',
      label: 'fairPlay.tapsPerSecond',
      hint: 'fairPlay.tapsPerSecondHint',
      first: '',
      pattern: /^\d{0,3}$/,
    },
    send: (input, taps) => client.gameReviews.limitTaps({ ...input, tapsPerSecond: taps === '' ? null : Number(taps) }),
  },
}

/** Sends a decision, and reads anew what it changes. */
const useDecide = ({ send, done }: Kind, player: Player, onDone: () => void) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ reason, number }: { reason: string; number: string }) => send({ ...player, reason }, number),
    onSuccess: async () => {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => ['gameReviews', 'audit'].includes(String(queryKey[0])),
      })
      toast.success(t(done))
      onDone()
    },
  })
}

interface FormProps {
  kind: Kind
  player: Player
  /** What the number is now; undefined for one that has none. */
  present: string | undefined
  onDone: () => void
}

const Form = ({ kind, player, present, onDone }: FormProps) => {
  const t = useTranslate()
  const once = useSingleSubmit()
  const asked = kind.number
  const [number, setNumber] = useState(present ?? asked?.first ?? '')
  const [reason, setReason] = useState('')
  const decide = useDecide(kind, player, onDone)
  const isComplete = reason.trim() !== '' && (asked?.pattern.test(number.trim()) ?? true)
  const issues = { number: asked && issueOf(decide.error, asked.field), reason: issueOf(decide.error, 'reason') }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) void once(() => decide.mutateAsync({ reason, number: number.trim() }))
  }
  return (
    <form className="fair-play-form" onSubmit={submit} noValidate>
      {asked && (
        <TextField
          label={t(asked.label)}
          hint={t(asked.hint)}
          inputMode="numeric"
          value={number}
          error={issues.number}
          onChange={(event) => {
            decide.reset()
            setNumber(event.target.value)
          }}
        />
      )}
      <TextField
        label={t('game.reason')}
        maxLength={200}
        value={reason}
        error={issues.reason ?? (issues.number ? undefined : decide.error?.message)}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="fair-play-actions">
        <Button type="submit" variant="primary" disabled={!isComplete} loading={decide.isPending}>
          {t(kind.title)}
        </Button>
      </div>
    </form>
  )
}

interface Props {
  player: Player
  /** The taps a second that count at most now. */
  tapLimit: number | null
  decision: Decision
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A decision about a player, with its reason. */
export const Decide = ({ player, tapLimit, decision, open, onOpenChange }: Props) => {
  const t = useTranslate()
  const kind = kinds[decision]
  const present = decision === 'limit' && tapLimit !== null ? String(tapLimit) : undefined
  return (
    <Dialog title={t(kind.title)} description={t(kind.lead)} isSticky open={open} onOpenChange={onOpenChange}>
      <Form key={decision} kind={kind} player={player} present={present} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

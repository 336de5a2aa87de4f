import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Progress } from '@openauth/ui/progress'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client, queries } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Progress as Batches, useBatches } from '../../lib/batches.ts'
import './keys.css'

const BATCH = 500

interface Verified {
  checked: number
  total: number
  failed: number
}

interface Rewrapped {
  done: number
  left: number
  failed: number
}

const verifyBatch = async (after: string | undefined, sum: Verified | undefined) => {
  const { next, total, reports } = await client.keys.verify({ limit: BATCH, ...(after && { after }) })
  const failed = reports.reduce((count, report) => count + report.failed, sum?.failed ?? 0)
  const checked = reports.reduce((count, report) => count + report.opened + report.failed, sum?.checked ?? 0)
  return { next, sum: { checked, total, failed } }
}

const rewrapBatch = async (after: string | undefined, sum: Rewrapped | undefined) => {
  const { next, done, left, failed } = await client.keys.rewrap({ limit: BATCH, ...(after && { after }) })
  return { next, sum: { left, done: (sum?.done ?? 0) + done, failed: (sum?.failed ?? 0) + failed } }
}

interface Props {
  title: string
  lead: string
  progress: Batches<unknown>
  /** How far, of how much. */
  value: number
  max: number
  outcome: ReactNode
  onStop: () => void
  action: ReactNode
}

const Work = ({ title, lead, progress, value, max, outcome, onStop, action }: Props) => {
  const t = useTranslate()
  const { isRunning, sum, error } = progress
  return (
    <Card className="key-work">
      <div>
        <h3>{title}</h3>
        <p>{lead}</p>
      </div>
      {isRunning && <Progress label={title} done={value} total={max} />}
      {sum !== undefined && <output>{outcome}</output>}
      {error && <p role="alert">{error.message}</p>}
      <div>{isRunning ? <Button onClick={onStop}>{t('keys.stop')}</Button> : action}</div>
    </Card>
  )
}

/** Checks that all stored data keys open. */
export const Verify = () => {
  const t = useTranslate()
  const work = useBatches(verifyBatch)
  const { checked = 0, total = 0, failed = 0 } = work.sum ?? {}
  const words = work.isDone ? (failed > 0 ? 'keys.verifyFailed' : 'keys.verified') : 'keys.verifying'
  return (
    <Work
      title={t('keys.verify')}
      lead={t('keys.verifyLead')}
      progress={work}
      value={checked}
      max={total}
      outcome={t(words, { checked, total, failed })}
      onStop={work.stop}
      action={<Button onClick={() => void work.start()}>{t('keys.verify')}</Button>}
    />
  )
}

/** Moves all stored data keys to the current key-encryption key. */
export const Rewrap = () => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const work = useBatches(rewrapBatch)
  const { done = 0, left = 0, failed = 0 } = work.sum ?? {}
  const run = async () => {
    await work.start()
    await queryClient.invalidateQueries({ queryKey: queries.keys.status().queryKey })
  }
  return (
    <Work
      title={t('keys.rewrap')}
      lead={t('keys.rewrapLead')}
      progress={work}
      value={done}
      max={done + left}
      outcome={t(work.isDone ? 'keys.rewrapped' : 'keys.rewrapping', { done, left, failed })}
      onStop={work.stop}
      action={
        <ConfirmDialog
          title={t('keys.rewrapTitle')}
          description={t('keys.rewrapConfirm')}
          confirmLabel={t('keys.rewrap')}
          isDanger={false}
          // The dialog closes at once; the card shows how far it is.
          onConfirm={() => void run()}
          trigger={<Button>{t('keys.rewrap')}</Button>}
        />
      }
    />
  )
}

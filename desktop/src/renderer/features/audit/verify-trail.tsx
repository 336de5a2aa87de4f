import { type Client, endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Copyable } from '@openauth/ui/copyable'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { Dialog } from '@openauth/ui/dialog'
import { Notice } from '@openauth/ui/notice'
import { Progress } from '@openauth/ui/progress'
import { Time } from '@openauth/ui/time'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { type Progress as Batches, useBatches } from '../../lib/batches.ts'

type Chain = Awaited<ReturnType<Client['audit']['chain']>>
type Batch = Awaited<ReturnType<Client['audit']['verify']>>

interface Verified extends Pick<Batch, 'held' | 'failed' | 'first' | 'total'> {
  chain: Chain
}

const verifyBatch = async (after: string | undefined, sum: Verified | undefined) => {
  const chain = sum?.chain ?? (await client.audit.chain())
  const { next, held, failed, first, total } = await client.audit.verify(after ? { after: Number(after) } : {})
  const { held: heldBefore = 0, failed: failedBefore = 0, first: firstBefore = null } = sum ?? {}
  return {
    next,
    sum: { chain, total, held: heldBefore + held, failed: failedBefore + failed, first: firstBefore ?? first },
  }
}

const factsOf = ({ chain, held, failed }: Verified, t: Translate): Definition[] => {
  const { since, checkpoint, pending, restored, head, key } = chain
  const end = head ?? checkpoint
  return [
    { term: t('audit.held'), value: held },
    ...(failed > 0 ? [{ term: t('audit.failed'), value: failed }] : []),
    ...(since === null ? [] : [{ term: t('audit.since'), value: <Time at={since} isExact /> }]),
    ...(pending > 0 ? [{ term: t('audit.pending'), value: pending }] : []),
    ...(restored > 0 ? [{ term: t('audit.restored'), value: restored }] : []),
    ...(checkpoint ? [{ term: t('audit.removed'), value: checkpoint.removed }] : []),
    ...(end
      ? [
          { term: t('audit.headSeq'), value: end.seq },
          {
            term: t('audit.headHash'),
            value: <Copyable value={end.hash} name={t('audit.headHash')} truncate={[12, 8]} />,
          },
        ]
      : []),
    { term: t('audit.chainKey'), value: <Copyable value={key} name={t('audit.chainKey')} truncate={[12, 8]} /> },
  ]
}

const FirstFault = ({ first }: { first: NonNullable<Batch['first']> }) => {
  const t = useTranslate()
  const { seq, fault, action, createdAt, eventId } = first
  return (
    <>
      <p>{t(`audit.fault_${fault}`)}</p>
      <p>
        {seq !== null && t('audit.atLink', { seq })} {action !== null && <code>{action}</code>}{' '}
        {createdAt !== null && <Time at={createdAt} isExact />}
      </p>
      {eventId !== null && <Copyable value={eventId} name={t('audit.eventId')} truncate={[8, 8]} />}
    </>
  )
}

const Outcome = ({ sum }: { sum: Verified }) => {
  const t = useTranslate()
  return (
    <>
      <output>
        {sum.first ? (
          <Notice tone="danger" title={t('audit.broken')}>
            <FirstFault first={sum.first} />
          </Notice>
        ) : (
          <Notice tone="success" title={t('audit.intact')}>
            {t('audit.keepHead')}
          </Notice>
        )}
      </output>
      <DefinitionList items={factsOf(sum, t)} />
    </>
  )
}

/** How far the work is, and what it found. */
const Findings = ({ isRunning, isDone, sum, error }: Batches<Verified>) => {
  const t = useTranslate()
  return (
    <>
      {isRunning && (
        <Progress label={t('audit.verifying')} done={(sum?.held ?? 0) + (sum?.failed ?? 0)} total={sum?.total ?? 0} />
      )}
      {error && (
        <Notice tone="danger" title={t('audit.notVerified')}>
          {error.message}
        </Notice>
      )}
      {isDone && sum && <Outcome sum={sum} />}
    </>
  )
}

/** Verifies the whole trail, and tells which line is the first that does not hold. */
export const VerifyTrail = () => {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const work = useBatches(verifyBatch)
  const mayVerify = useMay(endpoints.audit.verify)
  if (!mayVerify) return null
  const change = (open: boolean) => {
    setIsOpen(open)
    if (open) void work.start()
    else work.stop()
  }
  return (
    <Dialog
      title={t('audit.verifyTitle')}
      description={t('audit.verifyLead')}
      open={isOpen}
      onOpenChange={change}
      trigger={
        <Button>
          <ShieldCheck size={16} aria-hidden="true" />
          {t('audit.verify')}
        </Button>
      }
      footer={
        work.isRunning ? (
          <Button onClick={work.stop}>{t('keys.stop')}</Button>
        ) : (
          <Button onClick={() => void work.start()}>{t('audit.verifyAgain')}</Button>
        )
      }
    >
      <Findings {...work} />
    </Dialog>
  )
}

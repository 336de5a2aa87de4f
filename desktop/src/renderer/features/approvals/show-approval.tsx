import { Button } from '@openauth/ui/button'
import { Status } from '@openauth/ui/badge'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Copyable } from '@openauth/ui/copyable'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { Section } from '@openauth/ui/section'
import { SidePanel } from '@openauth/ui/side-panel'
import { Time } from '@openauth/ui/time'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { ConfirmWithReason } from '../../components/confirm-with-reason.tsx'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { fieldLabel } from '../audit/field-labels.ts'
import { Approve } from './approve.tsx'
import { type Approval, useApprovalsChanged } from './approvals-query.ts'
import { Collect } from './collect.tsx'
import { callTitle, stateTitles, stateTones, valueText } from './words.ts'

interface Props {
  approval: Approval
  appName: (id: string) => string
  onClose: () => void
}

/** The facts that are known. */
const factsOf = ({ approval, appName }: Omit<Props, 'onClose'>, t: Translate): Definition[] => {
  const { state, requestedBy, tokenName, reason, appId, subject, decidedBy, decidedAt, refusal, problem } = approval
  const isOpen = state === 'pending' || state === 'approved'
  const facts: Definition[] = [
    { term: t('approvals.state'), value: <Status tone={stateTones[state]}>{t(stateTitles[state])}</Status> },
    { term: t('approvals.reason'), value: <span dir="auto">{reason}</span> },
    { term: t('approvals.requestedBy'), value: <span dir="auto">{requestedBy.username}</span> },
    { term: t('approvals.token'), value: tokenName },
    { term: t('approvals.app'), value: appId && <span dir="auto">{appName(appId)}</span> },
    { term: t('approvals.subject'), value: subject && <Copyable value={subject} name={t('approvals.subject')} /> },
    { term: t('approvals.askedAt'), value: <Time at={approval.createdAt} isExact /> },
    { term: t('approvals.ends'), value: isOpen && <Time at={approval.expiresAt} isExact /> },
    { term: t('approvals.decidedBy'), value: decidedBy && <span dir="auto">{decidedBy.username}</span> },
    { term: t('approvals.decidedAt'), value: decidedAt !== null && <Time at={decidedAt} isExact /> },
    { term: t('approvals.refusal'), value: refusal && <span dir="auto">{refusal}</span> },
    { term: t('approvals.problem'), value: problem && <span dir="auto">{problem}</span> },
  ]
  return facts.filter(({ value }) => value !== null && value !== false)
}

/** The value that is replaced, where it is known, and the one in its place. */
const Change = ({ before, after }: Pick<Approval['changes'][number], 'before' | 'after'>) => {
  const t = useTranslate()
  return (
    <div className="approval-change">
      {before !== null && (
        <del className="approval-value" dir="auto">
          {valueText(before, t)}
        </del>
      )}
      {before !== null && ' → '}
      <ins className="approval-value" dir="auto">
        {valueText(after, t)}
      </ins>
    </div>
  )
}

const Changes = ({ approval }: { approval: Approval }) => {
  const t = useTranslate()
  if (approval.changes.length === 0) return <p>{t('approvals.noChanges')}</p>
  const items = approval.changes.map(({ name, before, after, isDigest }) => ({
    term: fieldLabel(name, t),
    value: isDigest ? (
      <span>
        {after === null ? t('approvals.secretRemoved') : t('approvals.secretDigest')} <code>{after}</code>
      </span>
    ) : (
      <Change before={before} after={after} />
    ),
  }))
  return <DefinitionList items={items} />
}

const Decide = ({ approval, onApprove }: { approval: Approval; onApprove: () => void }) => {
  const t = useTranslate()
  const changed = useApprovalsChanged()
  const refuse = async (reason: string) => {
    await client.approvals.refuse({ id: approval.id, reason })
    await changed()
  }
  return (
    <>
      <ConfirmWithReason
        title={t('approvals.refuseTitle')}
        description={t('approvals.refuseLead')}
        confirmLabel={t('approvals.refuse')}
        onConfirm={refuse}
        trigger={<Button>{t('approvals.refuse')}</Button>}
      />
      <Button variant="primary" onClick={onApprove}>
        {t('approvals.approve')}
      </Button>
    </>
  )
}

const Own = ({ approval }: { approval: Approval }) => {
  const t = useTranslate()
  const changed = useApprovalsChanged()
  const withdraw = async () => {
    await client.approvals.withdraw({ id: approval.id })
    await changed()
  }
  return (
    <>
      <ConfirmDialog
        title={t('approvals.withdrawTitle')}
        description={t('approvals.withdrawLead')}
        confirmLabel={t('approvals.withdraw')}
        onConfirm={withdraw}
        trigger={<Button>{t('approvals.withdraw')}</Button>}
      />
      {approval.state === 'approved' && approval.call !== 'recovery.restore' && <Collect approval={approval} />}
    </>
  )
}

/** A request with what it changes, and what may be done about it. */
export const ShowApproval = ({ approval, appName, onClose }: Props) => {
  const t = useTranslate()
  const [isApproving, setApproving] = useState(false)
  const { state, isOwn, mayDecide } = approval
  const isOpen = state === 'pending' || state === 'approved'
  return (
    <SidePanel
      open
      onClose={onClose}
      title={callTitle(approval, t)}
      footer={
        mayDecide ? (
          <Decide approval={approval} onApprove={() => setApproving(true)} />
        ) : (
          isOwn && isOpen && <Own approval={approval} />
        )
      }
    >
      <DefinitionList items={factsOf({ approval, appName }, t)} />
      <Section title={t('approvals.changes')}>
        <Changes approval={approval} />
      </Section>
      {isApproving && (
        <Approve approval={approval} onDone={() => setApproving(false)} onClose={() => setApproving(false)} />
      )}
    </SidePanel>
  )
}

import { Dialog } from '@openauth/ui/dialog'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client, queries } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { type FactorStatus, ProofFields, useFactorProof } from '../account/factor-proof.tsx'
import { type Approval, useApprovalsChanged } from './approvals-query.ts'
import { callTitle } from './words.ts'

interface Props {
  approval: Approval
  onDone: (approval: Approval) => void
  onClose: () => void
}

const Body = ({ approval, status, onDone }: Omit<Props, 'onClose'> & { status: FactorStatus }) => {
  const t = useTranslate()
  const changed = useApprovalsChanged()
  const { proofOf, more } = useFactorProof(status)
  const approve = useMutation({
    mutationFn: async ({ currentPassword = '', ...values }: FormValues) =>
      client.approvals.approve({ id: approval.id, currentPassword, ...(await proofOf(values)) }),
    // A request that could not be run has ended, too.
    onSettled: changed,
    onSuccess: (approved) => {
      toast.success(t(approved.isCollected ? 'approvals.approvedToCollect' : 'approvals.approvedAndRun'))
      onDone(approved)
    },
  })
  return (
    <EntryForm
      submitLabel={t('approvals.approve')}
      isBusy={approve.isPending}
      error={approve.error}
      fields={['currentPassword', 'code']}
      more={more}
      onSubmit={(values) => approve.mutateAsync(values)}
    >
      <ProofFields status={status} error={approve.error} />
    </EntryForm>
  )
}

/** Approves a request of another admin, with the own password and second factor. */
export const Approve = ({ onClose, ...props }: Props) => {
  const t = useTranslate()
  const status = useQuery(queries.secondFactor.status())
  const { approval } = props
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t('approvals.approveTitle', { what: callTitle(approval, t) })}
      description={t(approval.isCollected ? 'approvals.approveCollectedLead' : 'approvals.approveLead', {
        name: approval.requestedBy.username,
      })}
    >
      <Loaded query={status}>{(found) => <Body {...props} status={found} />}</Loaded>
    </Dialog>
  )
}

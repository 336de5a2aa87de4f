import { Dialog } from '@openauth/ui/dialog'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { type FactorStatus, ProofFields, useFactorProof } from './factor-proof.tsx'

export type FactorChange = 'renew' | 'remove'

interface Props {
  change: FactorChange
  status: FactorStatus
  /** Gets the new recovery codes; none after a removal. */
  onDone: (recoveryCodes?: string[]) => void
  onClose: () => void
}

const Body = ({ change, status, onDone }: Omit<Props, 'onClose'>) => {
  const t = useTranslate()
  const { proofOf, more } = useFactorProof(status)
  const save = useMutation({
    mutationFn: async ({ currentPassword = '', ...values }: FormValues) => {
      const given = { currentPassword, ...(await proofOf(values)) }
      return change === 'renew'
        ? (await client.secondFactor.renewCodes(given)).recoveryCodes
        : void (await client.secondFactor.remove(given))
    },
    // What it returns are the codes themselves.
    gcTime: 0,
    onSuccess: (recoveryCodes) => onDone(recoveryCodes ?? undefined),
  })
  return (
    <EntryForm
      submitLabel={t(`secondFactor.${change}`)}
      isBusy={save.isPending}
      error={save.error}
      fields={['currentPassword', 'code']}
      more={more}
      onSubmit={(values) => save.mutateAsync(values)}
    >
      <ProofFields status={status} error={save.error} />
    </EntryForm>
  )
}

/** Replaces the recovery codes or removes the authenticator, with the password and the second factor. */
export const ChangeFactor = ({ onClose, ...props }: Props) => {
  const t = useTranslate()
  const { change, status } = props
  const isLast = change === 'remove' && status.passkeys === 0
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t(`secondFactor.${change}`)}
      description={t(isLast || change === 'renew' ? `secondFactor.${change}Lead` : 'passkeys.staysLead')}
    >
      <Body {...props} />
    </Dialog>
  )
}

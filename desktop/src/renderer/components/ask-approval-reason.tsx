import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { useState } from 'react'
import { type AskedReason, askedReason } from '../api/approval-reason.ts'
import '../i18n/device-words.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { useStore } from '../store.ts'
import { EntryForm } from './entry-form.tsx'

const Ask = ({ asked }: { asked: AskedReason }) => {
  const t = useTranslate()
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && asked.answer(undefined)}
      title={t('approvals.whyTitle')}
      description={t('approvals.whyLead')}
    >
      <EntryForm
        submitLabel={t('approvals.ask')}
        isBusy={false}
        error={null}
        fields={[]}
        onSubmit={({ reason = '' }) => (reason.trim() === '' ? setMissing(true) : asked.answer(reason.trim()))}
      >
        <TextField
          label={t('approvals.reason')}
          name="reason"
          maxLength={500}
          hint={t('approvals.reasonHint')}
          error={isMissing ? t('approvals.reasonMissing') : undefined}
        />
      </EntryForm>
    </Dialog>
  )
}

/** Asks why an operator wants what a second admin has to approve, wherever that was tried. */
export const AskApprovalReason = () => {
  const asked = useStore(askedReason)
  return asked ? <Ask asked={asked} /> : null
}

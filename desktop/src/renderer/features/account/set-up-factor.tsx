import type { Client } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Copyable } from '@openauth/ui/copyable'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type FactorStatus, hasFactor, ProofFields, useFactorProof } from './factor-proof.tsx'

type Begun = Awaited<ReturnType<Client['secondFactor']['begin']>>

const CancelButton = ({ onCancel }: { onCancel: () => void }) => {
  const t = useTranslate()
  return (
    <Button variant="ghost" onClick={onCancel}>
      {t('secondFactor.cancel')}
    </Button>
  )
}

interface AskProps {
  status: FactorStatus
  onBegun: (begun: Begun) => void
  onCancel: () => void
}

const AskPassword = ({ status, onBegun, onCancel }: AskProps) => {
  const t = useTranslate()
  const { proofOf, more } = useFactorProof(status)
  const begin = useMutation({
    mutationFn: async ({ currentPassword = '', ...values }: FormValues) =>
      client.secondFactor.begin({ currentPassword, ...(hasFactor(status) ? await proofOf(values) : {}) }),
    // What it returns is the secret itself.
    gcTime: 0,
    onSuccess: onBegun,
  })
  return (
    <EntryForm
      submitLabel={t('secondFactor.begin')}
      isBusy={begin.isPending}
      error={begin.error}
      fields={['currentPassword', 'code']}
      more={
        <>
          {more}
          <CancelButton onCancel={onCancel} />
        </>
      }
      onSubmit={(values) => begin.mutateAsync(values)}
    >
      <ProofFields status={status} error={begin.error} />
    </EntryForm>
  )
}

/** The secret to scan, or to type. Black on white whatever the page's colours, with the quiet zone that ISO/IEC 18004 requires. */
const ShownSecret = ({ secret, uri }: Begun) => {
  const t = useTranslate()
  return (
    <>
      <h2 className="factor-title">{t('secondFactor.scan')}</h2>
      <p>{t('secondFactor.scanLead')}</p>
      <div className="factor-qr">
        <QRCodeSVG value={uri} size={208} marginSize={4} level="M" aria-label={t('secondFactor.qr')} />
      </div>
      <div>
        <p className="factor-label">{t('secondFactor.secret')}</p>
        <p className="factor-secret" translate="no">
          <Copyable value={secret} name={t('secondFactor.secret')} truncate={false} />
        </p>
        <p className="factor-note">{t('secondFactor.secretHint')}</p>
      </div>
    </>
  )
}

interface Props {
  status: FactorStatus
  /** Gets the recovery codes, which the server tells only now. */
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

const Confirm = ({ begun, onConfirmed, onCancel }: Omit<Props, 'status'> & { begun: Begun }) => {
  const t = useTranslate()
  const confirm = useMutation({
    ...queries.secondFactor.confirm(),
    gcTime: 0,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  return (
    <div className="factor-part">
      <ShownSecret {...begun} />
      <EntryForm
        submitLabel={t('secondFactor.confirm')}
        isBusy={confirm.isPending}
        error={confirm.error}
        fields={['code']}
        more={<CancelButton onCancel={onCancel} />}
        onSubmit={({ code = '' }) => confirm.mutateAsync({ code })}
      >
        <TextField
          label={t('secondFactor.code')}
          name="code"
          hint={t('secondFactor.codeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={16}
          error={issueOf(confirm.error, 'code')}
        />
      </EntryForm>
    </div>
  )
}

/** Asks for the password, shows the secret, and asks for a code of it. Until then nothing has changed. */
export const SetUpFactor = ({ status, onConfirmed, onCancel }: Props) => {
  const [begun, setBegun] = useState<Begun>()
  return begun ? (
    <Confirm begun={begun} onConfirmed={onConfirmed} onCancel={onCancel} />
  ) : (
    <AskPassword status={status} onBegun={setBegun} onCancel={onCancel} />
  )
}

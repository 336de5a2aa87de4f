import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useRef } from 'react'
import type { Client } from '@openauth/client'
import { client } from '../../api/queries.ts'
import type { FormValues } from '../../components/entry-form.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { askPasskey, canUsePasskeys } from '../../components/passkeys.ts'

export type FactorStatus = Awaited<ReturnType<Client['secondFactor']['status']>>

/** Whether the operator's sign-ins need a second factor. */
export const hasFactor = ({ since, passkeys }: FactorStatus): boolean => since !== null || passkeys > 0

/**
 * Confirms a call by the second factor: by the code that was typed, or, where the button of `more` submits the form, by a
 * passkey that the operator chooses then.
 */
export const useFactorProof = ({ passkeys }: FactorStatus) => {
  const t = useTranslate()
  const withPasskey = useRef(false)
  const proofOf = async ({ code }: FormValues) => {
    const isPasskey = withPasskey.current
    withPasskey.current = false
    return isPasskey ? { passkey: await askPasskey(t, client.adminPasskeys.confirmOptions({})) } : { code }
  }
  const more = passkeys > 0 && canUsePasskeys() && (
    <Button type="submit" icon={<Fingerprint size={14} />} onClick={() => (withPasskey.current = true)}>
      {t('passkeys.confirm')}
    </Button>
  )
  return { proofOf, more }
}

/** The password, and a code for an operator who has a second factor. */
export const ProofFields = ({ status, error }: { status: FactorStatus; error: Error | null }) => {
  const t = useTranslate()
  return (
    <>
      <CurrentPassword error={error} />
      {hasFactor(status) && (
        <TextField
          label={t('secondFactor.code')}
          name="code"
          hint={t('secondFactor.anyCodeHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          error={issueOf(error, 'code')}
        />
      )}
    </>
  )
}

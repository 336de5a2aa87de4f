import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { textsOf } from '@openauth/ui/texts-of'
import type { FormEvent } from 'react'
import { useTranslate } from '../../../i18n/i18n.ts'
import { focusInput } from '../../../lib/focus-input.ts'
import type { ProofProps } from './reauthentication-methods.ts'

export const PasswordProof = ({ isBusy, onShow }: ProofProps) => {
  const t = useTranslate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onShow({ password: textsOf(event.currentTarget)['password'] ?? '' })
  }
  return (
    <form className="proof-form" noValidate onSubmit={submit}>
      <TextField
        label={t('export.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        ref={focusInput}
      />
      <Button variant="primary" type="submit" loading={isBusy}>
        {t('export.confirm')}
      </Button>
    </form>
  )
}

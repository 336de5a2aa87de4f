import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import type { FormEvent } from 'react'
import { useFieldErrors } from '../../../components/field-errors.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { focusInput } from '../../../lib/focus-input.ts'
import type { ProofProps } from './reauthentication-methods.ts'

const rules = { password: {} }

export const PasswordProof = ({ isBusy, onShow }: ProofProps) => {
  const t = useTranslate()
  const { read, errorOf, onInput } = useFieldErrors(rules)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const texts = read(event.currentTarget)
    if (texts) onShow({ password: texts['password'] ?? '' })
  }
  return (
    <form className="proof-form" noValidate onInput={onInput} onSubmit={submit}>
      <TextField
        label={t('export.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={errorOf('password')}
        ref={focusInput}
      />
      <Button variant="primary" type="submit" loading={isBusy}>
        {t('export.confirm')}
      </Button>
    </form>
  )
}

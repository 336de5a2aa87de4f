import type { FormEvent } from 'react'
import { Button } from '../../../components/button.tsx'
import { Field, textsOf } from '../../../components/field.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import type { ProofProps } from './reauthentication-methods.ts'

export const PasswordProof = ({ isBusy, onShow }: ProofProps) => {
  const t = useTranslate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onShow({ password: textsOf(event.currentTarget)['password'] ?? '' })
  }
  return (
    <form className="proof-form" noValidate onSubmit={submit}>
      <Field
        label={t('export.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        focused
      />
      <Button submit isBusy={isBusy}>
        {t('export.confirm')}
      </Button>
    </form>
  )
}

import { useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useFieldErrors } from '../../../components/field-errors.ts'
import { useConfig } from '../../../config/config.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { focusInput } from '../../../lib/focus-input.ts'
import { ErrorMessage } from '../../../session/login/error-message.tsx'
import type { ProofProps } from './reauthentication-methods.ts'

/** Sends a code to the user's address. */
const useSendCode = (email: string) => {
  const { client } = useOpenAuth()
  const { app } = useConfig()
  const [state, setState] = useState({ isSent: false, isBusy: false, error: null as Error | null })
  const send = async () => {
    setState({ isSent: false, isBusy: true, error: null })
    const error = await client.login.emailStart({ appId: app.id, email, purpose: 'reauthenticate' }).then(
      () => null,
      (thrown: unknown) => thrown as Error,
    )
    setState({ isSent: error === null, isBusy: false, error })
  }
  return { ...state, send }
}

const rules = { code: { format: 'code' } } as const

/** Asks for a code that is sent to the user's address, as at a login. */
export const EmailProof = ({ email, isBusy, onShow }: ProofProps & { email: string }) => {
  const t = useTranslate()
  const code = useSendCode(email)
  const { read, errorOf, onInput } = useFieldErrors(rules)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const texts = read(event.currentTarget)
    if (texts) onShow({ proof: { method: 'email', email, code: texts['code'] ?? '' } })
  }
  if (!code.isSent)
    return (
      <>
        <p className="note">{t('export.emailHint', { email })}</p>
        <ErrorMessage error={code.error} />
        <Button variant="primary" loading={code.isBusy} onClick={() => void code.send()}>
          {t('export.sendCode')}
        </Button>
      </>
    )
  return (
    <form className="proof-form" noValidate onInput={onInput} onSubmit={submit}>
      <p className="note">{t('login.codeSent', { email })}</p>
      <TextField
        label={t('login.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={errorOf('code')}
        ref={focusInput}
      />
      <Button variant="primary" type="submit" loading={isBusy}>
        {t('login.confirmCode')}
      </Button>
    </form>
  )
}

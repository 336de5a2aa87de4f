import { useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { useState } from 'react'
import { initData } from '../../../host/detect.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { ErrorMessage } from '../../../session/login/error-message.tsx'
import { EmailProof } from './email-proof.tsx'
import { type ReauthenticationMethod, reauthenticationMethods, type ProofProps } from './reauthentication-methods.ts'
import { PasswordProof } from './password-proof.tsx'
import './proof.css'

const TelegramProof = ({ isBusy, onShow }: ProofProps) => {
  const t = useTranslate()
  const confirm = () => onShow({ proof: { method: 'telegram', data: initData() ?? '' } })
  return (
    <>
      <p className="note">{t('export.telegramHint')}</p>
      <Button variant="primary" loading={isBusy} onClick={confirm}>
        {t('export.telegram')}
      </Button>
    </>
  )
}

/** The login leads back to this address, since it is the wallet's own. */
const LoginProof = () => {
  const t = useTranslate()
  const { logout } = useOpenAuth()
  return (
    <>
      <p className="note">{t('export.loginHint')}</p>
      <Button variant="primary" onClick={() => void logout()}>
        {t('wallet.logOut')}
      </Button>
    </>
  )
}

const Way = ({ way, email, ...props }: ProofProps & { way: ReauthenticationMethod; email: string | null }) => {
  switch (way) {
    case 'password':
      return <PasswordProof {...props} />
    case 'email':
      return <EmailProof email={email ?? ''} {...props} />
    case 'telegram':
      return <TelegramProof {...props} />
    case 'login':
      return <LoginProof />
  }
}

/** Asks for a reauthentication, since a session alone may be stolen. */
export const ProofForm = ({ error, ...props }: ProofProps & { error: Error | null }) => {
  const t = useTranslate()
  const { profile } = useOpenAuth()
  const [turn, setTurn] = useState(0)
  // The error of one method does not apply to the next.
  const [past, setPast] = useState<Error | null>(null)
  if (!profile) return null
  const ways = reauthenticationMethods(profile, initData())
  const another = () => {
    setPast(error)
    setTurn(turn + 1)
  }
  return (
    <section className="panel">
      <h2 className="page-subtitle">{t('export.proofTitle')}</h2>
      <Way way={ways[turn % ways.length]!} email={profile.email} {...props} />
      <ErrorMessage error={error === past ? null : error} />
      {ways.length > 1 && (
        <Button variant="ghost" onClick={another}>
          {t('export.another')}
        </Button>
      )}
    </section>
  )
}

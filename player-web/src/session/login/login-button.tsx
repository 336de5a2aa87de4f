import { useLogin, useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { lazy, Suspense, useState } from 'react'
import { notify } from '../../components/notify.ts'
import { useConfig } from '../../config/config.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { beginLogin } from '../login-start.ts'
import { Inviter } from './inviter.tsx'
import { usableMethods } from './usable-methods.ts'
import './login-button.css'

const LoginSheet = lazy(() => import('./login-sheet.tsx'))

const TikTokButton = () => {
  const t = useTranslate()
  const { redirect, isPending } = useLogin('tiktok')
  const login = async () => {
    if (!(await beginLogin(redirect))) notify.error(t('login.failed'))
  }
  return (
    <Button variant="primary" className="wide" loading={isPending} onClick={() => void login()}>
      {t('login.tiktok')}
    </Button>
  )
}

const OtherMethods = ({ isOnly }: { isOnly: boolean }) => {
  const t = useTranslate()
  const { isLanding } = useOpenAuth()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        className="wide"
        variant={isOnly ? 'primary' : 'ghost'}
        loading={isLanding}
        onClick={() => setIsOpen(true)}
      >
        {t(isOnly ? 'login.logIn' : 'login.others')}
      </Button>
      {isOpen && (
        <Suspense>
          <LoginSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The login methods: TikTok has a button of its own, all others are in a sheet. */
export const LoginButton = () => {
  const t = useTranslate()
  const methods = usableMethods(useConfig())
  const hasTikTok = methods.includes('tiktok')
  return (
    <div className="login-button">
      <Inviter />
      {methods.length === 0 && <p className="note">{t('login.none')}</p>}
      {hasTikTok && <TikTokButton />}
      {methods.length > (hasTikTok ? 1 : 0) && <OtherMethods isOnly={!hasTikTok} />}
    </div>
  )
}

import { useLogin, useOpenAuth } from '@openauth/client/react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { notify } from '../../components/notify.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { markLoginStart } from '../login-start.ts'
import './login-button.css'

const LoginSheet = lazy(() => import('./login-sheet.tsx'))

const TikTokButton = () => {
  const t = useTranslate()
  const { redirect, isPending } = useLogin('tiktok')
  const leave = async () => {
    markLoginStart()
    if (!(await redirect())) notify.error(t('login.failed'))
  }
  return (
    <Button className="button-wide" isBusy={isPending} onClick={() => void leave()}>
      {t('login.tiktok')}
    </Button>
  )
}

/** The ways to log in: TikTok's first where the app has it, and all others in a sheet. */
export const LoginButton = () => {
  const t = useTranslate()
  const { config, isLanding } = useOpenAuth()
  const [isOpen, setIsOpen] = useState(false)
  const methods = config?.methods ?? ['tiktok']
  const hasTikTok = methods.includes('tiktok')
  const hasOthers = methods.length > (hasTikTok ? 1 : 0)
  return (
    <div className="login-button">
      {hasTikTok && <TikTokButton />}
      {hasOthers && (
        <Button
          className="button-wide"
          kind={hasTikTok ? 'quiet' : 'primary'}
          isBusy={isLanding}
          onClick={() => setIsOpen(true)}
        >
          {t(hasTikTok ? 'login.others' : 'login.logIn')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <LoginSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

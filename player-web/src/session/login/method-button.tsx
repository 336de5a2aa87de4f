import type { LoginMethod } from '@openauth/client'
import { MethodIcon } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { useTranslate } from '../../i18n/i18n.ts'
import { ErrorMessage } from './error-message.tsx'

interface MethodButtonProps {
  method: LoginMethod
  title: string
  isBusy: boolean
  error: Error | null
  onClick: () => void
}

/** The button of a login method, with what went wrong below it. */
export const MethodButton = ({ method, title, isBusy, error, onClick }: MethodButtonProps) => {
  const t = useTranslate()
  return (
    <div>
      <Button className="wide" loading={isBusy} icon={<MethodIcon method={method} />} onClick={onClick}>
        {t('login.continueWith', { title })}
      </Button>
      <ErrorMessage error={error} />
    </div>
  )
}

import { ApiError, type PlayerTask, type RedirectProvider } from '@openauth/client'
import { methodTitles, useBind } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { useConfig } from '../../../config/config.ts'
import { odysseyTaskUrl } from '../../../config/sites.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { errorText } from '../../../session/login/error-text.ts'
import { useOpenLink } from '../../../session/use-open-link.ts'
import { isConnectable, providerTitle } from './task-words.ts'

/** Adds the provider's account to the player's: the browser goes there, and comes back to this page. */
const ConnectProvider = ({ provider }: { provider: RedirectProvider }) => {
  const t = useTranslate()
  const { redirect, isPending, error } = useBind(provider)
  const title = methodTitles[provider]
  const words = (failure: Error): string => {
    if (!(failure instanceof ApiError)) return failure.message
    if (failure.code === 'reauthentication_required') return t('tasks.connectAgain')
    return failure.code === 'identity_taken' ? t('tasks.connectTaken', { provider: title }) : errorText(failure)
  }
  return (
    <>
      {error && (
        <p className="note" role="alert">
          {words(error)}
        </p>
      )}
      <Button loading={isPending} onClick={() => void redirect()}>
        {t('tasks.connect', { provider: title })}
      </Button>
    </>
  )
}

/** What a task that needs an account elsewhere says where there is none, and the way to connect it. */
export const Connect = ({ task: { kind, provider, url } }: { task: PlayerTask }) => {
  const t = useTranslate()
  const openLink = useOpenLink()
  const { odyssey, app } = useConfig()
  if (kind === 'odyssey')
    return (
      <>
        <p className="note" role="alert">
          {t('tasks.noOdyssey')}
        </p>
        {url === null && (
          <Button onClick={() => openLink(odysseyTaskUrl(odyssey, location))}>{t('odyssey.open')}</Button>
        )}
      </>
    )
  const title = providerTitle(provider ?? 'telegram', t)
  const canConnect = provider !== null && isConnectable(provider) && app.methods.includes(provider)
  return (
    <>
      <p className="note" role="alert">
        {t(canConnect ? 'tasks.notConnected' : 'tasks.notConnectedHere', { provider: title })}
      </p>
      {canConnect && <ConnectProvider provider={provider} />}
    </>
  )
}

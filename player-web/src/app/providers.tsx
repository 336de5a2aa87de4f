import { ApiError } from '@openauth/client'
import { OpenAuthProvider } from '@openauth/client/react'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { type AppConfig, ConfigContext } from '../config/config.ts'
import { markLastLogin } from '../session/last-login.ts'
import { TelegramHost } from '../session/telegram.tsx'
import { checkConnection } from '../lib/connection.ts'
import { App } from './app.tsx'

const logError = (error: Error): void => {
  // oxlint-disable-next-line no-console -- a redirect login that fails is only logged
  console.warn(error.message)
  // No response at all: checks whether only this call failed.
  if (error instanceof ApiError && error.status === 0) void checkConnection()
}

/** Sets the app's own colour in place of the tokens'; links, the focus ring and tinted grounds follow. */
const useBrandColor = ({ color }: AppConfig['app']['brand']): void =>
  useEffect(() => {
    const { style, dataset } = document.documentElement
    if (color === null) return
    style.setProperty('--ui-accent', color)
    dataset['ownColor'] = ''
  }, [color])

/** Provides configuration, session, cache, Telegram and router to the app. */
export const Providers = ({ config, storage }: { config: AppConfig; storage?: Storage | undefined }) => {
  useBrandColor(config.app.brand)
  return (
    <ConfigContext value={config}>
      <OpenAuthProvider
        endpoint={config.apiUrl}
        appId={config.app.id}
        {...(storage && { storage })}
        onError={logError}
        onLogin={markLastLogin}
      >
        <BrowserRouter>
          <TelegramHost>
            <App />
          </TelegramHost>
        </BrowserRouter>
      </OpenAuthProvider>
    </ConfigContext>
  )
}

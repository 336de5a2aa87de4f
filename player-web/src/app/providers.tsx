import { OpenAuthProvider } from '@openauth/client/react'
import { BrowserRouter } from 'react-router-dom'
import { type AppConfig, ConfigContext } from '../config/config.ts'
import { TelegramHost } from '../session/telegram.tsx'
import { App } from './app.tsx'

// oxlint-disable-next-line no-console -- a redirect login that fails is only logged
const logError = (error: Error): void => console.warn(error.message)

/** The app with what its parts share: configuration, session, cache, Telegram, addresses. */
export const Providers = ({ config }: { config: AppConfig }) => (
  <ConfigContext value={config}>
    <OpenAuthProvider endpoint={config.apiUrl} appId={config.app.id} onError={logError}>
      <BrowserRouter>
        <TelegramHost>
          <App />
        </TelegramHost>
      </BrowserRouter>
    </OpenAuthProvider>
  </ConfigContext>
)

import '@openauth/ui/tokens.css'
import '@openauth/ui/touch.css'
import '@openauth/ui/base.css'
import { OpenAuthProvider } from '@openauth/client/react'
import { UiProvider } from '@openauth/ui/provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { ConfigProvider, type DemoConfig, readConfig } from './app/config.ts'
import { Unreachable } from './app/unreachable.tsx'
import './app/app.css'

const root = createRoot(document.getElementById('root')!)

const show = (config: DemoConfig) =>
  root.render(
    <StrictMode>
      <ConfigProvider value={config}>
        <OpenAuthProvider endpoint={config.apiUrl} appId={config.appId}>
          <UiProvider>
            <App />
          </UiProvider>
        </OpenAuthProvider>
      </ConfigProvider>
    </StrictMode>,
  )

readConfig().then(show, (error: unknown) => root.render(<Unreachable error={error} />))

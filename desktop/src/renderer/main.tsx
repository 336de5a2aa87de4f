import './app/no-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, HashRouter } from 'react-router-dom'
import { Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import { App } from './app/app.tsx'
import { CONSOLE_PATH, reopenAfterForeignLink } from './api/browser-connection.ts'
import { createQueryClient } from './api/query-client.ts'
import { isInBrowser } from './api/transport.ts'
import './app/app.css'

/** A browser's addresses are paths below /console, of which the server knows; Electron's pages have one path. */
const Router = ({ children }: { children: ReactNode }) =>
  isInBrowser() ? (
    <BrowserRouter basename={CONSOLE_PATH}>{children}</BrowserRouter>
  ) : (
    <HashRouter>{children}</HashRouter>
  )

const start = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Router>
          <App />
        </Router>
        <Toaster position="bottom-right" theme="system" />
      </QueryClientProvider>
    </StrictMode>,
  )

if (!reopenAfterForeignLink()) start()

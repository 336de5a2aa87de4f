import './app/zod-settings.ts'
import '@openauth/ui/tokens.css'
import '@openauth/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { reopenAfterForeignLink } from './api/browser-connection.ts'
import { createQueryClient } from './api/query-client.ts'
import { createRouter } from './app/router.tsx'
import { startTheme } from './app/theme.ts'
import { startLocale } from './i18n/i18n.ts'

const start = async () => {
  startTheme()
  await startLocale()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

if (!reopenAfterForeignLink()) void start()

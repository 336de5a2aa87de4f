import './app/no-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import { Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import { App } from './app/app.tsx'
import { createQueryClient } from './api/query-client.ts'
import './app/app.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <HashRouter>
        <App />
      </HashRouter>
      <Toaster position="bottom-right" theme="system" />
    </QueryClientProvider>
  </StrictMode>,
)

import { Mark } from '@openauth/ui/mark'
import type { ReactNode } from 'react'

/** What stands around every page. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <div className="frame">
    <header className="frame-header">
      <Mark />
      <span className="wordmark">OpenAuth</span>
    </header>
    <main className="frame-main">{children}</main>
    <footer className="frame-footer">
      <a href="/docs">API reference</a>
      <a href="/openapi.json">OpenAPI document</a>
    </footer>
  </div>
)

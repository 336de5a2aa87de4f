import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { Mark } from '../components/mark.tsx'
import { SignOut } from '../features/session/sign-out.tsx'

/** The header and frame of the pages of a signed-in operator. */
export const Shell = ({ address, children }: { address: string; children: ReactNode }) => (
  <div className="shell">
    <header className="shell-header">
      <div className="brand">
        <Mark />
        <span className="wordmark">OpenAuth</span>
      </div>
      <nav aria-label="Console">
        <NavLink to="/apps">Apps</NavLink>
      </nav>
      <span className="shell-address" title="The server in use">
        {address.replace(/^https:\/\//, '')}
      </span>
      <SignOut />
    </header>
    <main className="shell-main">{children}</main>
  </div>
)

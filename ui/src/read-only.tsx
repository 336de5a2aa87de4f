import { createContext, use, type ReactNode } from 'react'
import './read-only.css'

const ReadOnlyContext = createContext(false)

/** Whether a control is among fields that can be read only. */
export const useIsReadOnly = (): boolean => use(ReadOnlyContext)

/** Fields that show what is there and cannot be changed; buttons among them are left out, but for those that copy. */
export const ReadOnly = ({ children }: { children: ReactNode }) => (
  <ReadOnlyContext value>
    <div className="ui-read-only">{children}</div>
  </ReadOnlyContext>
)

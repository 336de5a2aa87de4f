import type { ReactNode } from 'react'

/** Announces an event to screen readers. The element exists before its text, as they require. */
export const Announcement = ({ children }: { children: ReactNode }) => <output className="ui-hidden">{children}</output>

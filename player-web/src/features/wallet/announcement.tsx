import type { ReactNode } from 'react'

/** What has just happened, for those who do not see it. The element is there before its words, so that they are read out. */
export const Announcement = ({ children }: { children: ReactNode }) => <output className="hidden">{children}</output>

import { Card as Surface } from '@openauth/ui/card'
import { Section } from '@openauth/ui/section'
import type { ReactNode } from 'react'

/** A titled part of the page on a surface of its own. */
export const Card = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <Surface>
    <Section title={title} description={note}>
      {children}
    </Section>
  </Surface>
)

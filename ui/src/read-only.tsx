import { Fieldset } from '@base-ui/react/fieldset'
import type { ReactNode } from 'react'
import './read-only.css'

/** Fields that show what is there and cannot be changed; buttons among them are left out. */
export const ReadOnly = ({ children }: { children: ReactNode }) => (
  <Fieldset.Root disabled className="ui-read-only">
    {children}
  </Fieldset.Root>
)

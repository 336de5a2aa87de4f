import type { ReactNode } from 'react'
import type { RuleField } from './rule-fields.ts'
import { noteOf, titleOf } from './rule-words.ts'

/** What a rule means, below its title. */
export const RuleNote = ({ field }: { field: RuleField }) => {
  const note = noteOf(field)
  return (
    note && (
      <p className="policy-rule-note" lang={note.isEnglish ? 'en' : undefined}>
        {note.text}
      </p>
    )
  )
}

interface Props {
  field: RuleField
  /** Beside the title. */
  control?: ReactNode
  /** Below it, over the whole width. */
  children?: ReactNode
}

/** A rule: what it is called and means, and its control. */
export const RuleRow = ({ field, control, children }: Props) => (
  <div className="policy-rule">
    <div>
      <p className="policy-rule-title">{titleOf(field.path)}</p>
      <RuleNote field={field} />
    </div>
    {control}
    {children && <div className="policy-rule-body">{children}</div>}
  </div>
)

import { Card } from '@openauth/ui/card'
import { Section } from '@openauth/ui/section'
import { isWide, RuleControl, WideControl } from './rule-control.tsx'
import { type GroupField, leavesOf, type RuleField, ruleSections } from './rule-fields.ts'
import { RuleNote } from './rule-row.tsx'
import { noteOf, titleOf } from './rule-words.ts'

const isGroup = (field: RuleField): field is GroupField => field.kind === 'group'

/** Rules within a section that belong together, such as those of one boost. */
const Group = ({ field }: { field: GroupField }) => (
  <Card className="policy-rules">
    <div className="rule-group-head">
      <h3 className="rule-group-title">{titleOf(field.path)}</h3>
      <RuleNote field={field} />
    </div>
    {leavesOf(field).map((leaf) => (
      <RuleControl key={leaf.path} field={leaf} />
    ))}
  </Card>
)

const Described = ({ field, children }: { field: RuleField; children: React.ReactNode }) => {
  const note = noteOf(field)
  const description = note && <span lang={note.isEnglish ? 'en' : undefined}>{note.text}</span>
  return (
    <Section title={titleOf(field.path)} description={description}>
      {children}
    </Section>
  )
}

const Rules = ({ field }: { field: RuleField }) => {
  if (isGroup(field)) {
    const leaves = field.fields.filter((each) => !isGroup(each))
    return (
      <Described field={field}>
        {leaves.length > 0 && (
          <Card className="policy-rules">
            {leaves.flatMap(leavesOf).map((leaf) => (
              <RuleControl key={leaf.path} field={leaf} />
            ))}
          </Card>
        )}
        {field.fields.filter(isGroup).map((group) => (
          <Group key={group.path} field={group} />
        ))}
      </Described>
    )
  }
  if (isWide(field))
    return (
      <Described field={field}>
        <Card className="rule-list">
          <WideControl field={field} />
        </Card>
      </Described>
    )
  return (
    <Card className="policy-rules">
      <RuleControl field={field} />
    </Card>
  )
}

/** The fields of all rules. They come from the contract's schema: a new rule needs its words and no line here. */
export const RuleSections = () => ruleSections.map((field) => <Rules key={field.path} field={field} />)

import type { Held, HeldKind } from '@openauth/client'
import type { Subject } from './subjects.ts'

/** Whether a field of an input would change something. A secret counts: what is stored is not compared with it. */
const isChange = (name: string, given: unknown, { values }: Subject): boolean =>
  given !== undefined && (values[name] === '(set)' || JSON.stringify(given) !== JSON.stringify(values[name] ?? null))

interface Question {
  input: Record<string, unknown>
  subject: Subject
  inForce: readonly HeldKind[]
}

/** The fields of an input that would be held if they were not as they are already. */
export const unchangedOf = (held: Held, { input, subject, inForce }: Question): string[] =>
  inForce.flatMap((kind) => {
    const fields = held[kind]
    if (fields === undefined || fields === true) return []
    return Object.keys(fields).filter((name) => input[name] !== undefined && !isChange(name, input[name], subject))
  })

/** Why an input is held, of the kinds in force; none where it may run at once. */
export const kindsOf = (held: Held, { input, subject, inForce }: Question): HeldKind[] => {
  if (subject.isExempt) return []
  return inForce.filter((kind) => {
    const fields = held[kind]
    if (fields === undefined || fields === true) return fields === true
    return Object.entries(fields).some(
      ([name, values]) =>
        isChange(name, input[name], subject) && (values === 'any' || values.includes(input[name] as boolean | null)),
    )
  })
}

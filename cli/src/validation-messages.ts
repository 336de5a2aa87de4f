import { z } from 'zod'

const limits: Record<string, [atLeast: string, atMost: string, unit: string]> = {
  string: ['must have at least', 'must have at most', ' characters'],
  array: ['needs at least', 'takes at most', ' items'],
  number: ['must be at least', 'must be at most', ''],
  int: ['must be at least', 'must be at most', ''],
}

/** What is wrong with a value, as the predicate of a sentence: Zod's own messages are written for programmers. */
const validationMessage = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'too_small' && limits[issue.origin]) {
    const [atLeast, , unit] = limits[issue.origin]!
    return issue.origin === 'string' && issue.minimum === 1 ? 'must not be empty' : `${atLeast} ${issue.minimum}${unit}`
  }
  if (issue.code === 'too_big' && limits[issue.origin]) {
    const [, atMost, unit] = limits[issue.origin]!
    return `${atMost} ${issue.maximum}${unit}`
  }
  if (issue.code === 'invalid_format' && (issue.format === 'guid' || issue.format === 'uuid'))
    return 'must be an id (a UUID)'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'is missing'
      : `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
  return issue.message
}

/** A path of an input as JavaScript writes it: `[0].perDay`, `texts.login`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

/** One message per problem of an input; `nameOf` names the path of the problem. */
export const validationMessages = (
  error: z.core.$ZodError,
  nameOf: (path: readonly PropertyKey[]) => string,
): string[] => error.issues.map((issue) => `${nameOf(issue.path)} ${validationMessage(issue)}`.trim())

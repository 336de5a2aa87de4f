import type { z } from 'zod'

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The words for the types of a JSON input; other names of Zod's are already words. */
const words: Record<string, string> = { int: 'whole number', record: 'object', array: 'list' }

/**
 * What is wrong with an input, as the predicate of a sentence, in place of Zod's messages for programmers. Undefined
 * keeps Zod's. Messages that the contract's own schemas set come before it.
 */
export const plainMessage = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${article(words[issue.expected] ?? issue.expected)}`
  if (issue.code === 'invalid_value')
    return issue.input === undefined ? 'is required' : `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_format' && (issue.format === 'guid' || issue.format === 'uuid'))
    return 'must be an id (a UUID)'
  return undefined
}

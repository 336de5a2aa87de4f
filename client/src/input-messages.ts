import type { z } from 'zod'

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The words for the types of a JSON input; other names of Zod's are already words. */
const words: Record<string, string> = { int: 'whole number', record: 'object', array: 'list' }

const formats: Record<string, string> = {
  guid: 'must be an id (a UUID)',
  uuid: 'must be an id (a UUID)',
  base64: 'must be base64 text',
  regex: 'has characters or a form that are not accepted',
}

/** What is counted in values that have a size. */
const countedIn: Record<string, string> = { string: 'character', array: 'item' }

type Limited = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall> | z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>

const limitMessage = (issue: Limited): string => {
  const isLeast = issue.code === 'too_small'
  const limit = Number(isLeast ? issue.minimum : issue.maximum)
  const counted = countedIn[issue.origin]
  if (counted === undefined) {
    const bound = isLeast ? ['more than', 'at least'] : ['less than', 'at most']
    return `must be ${bound[issue.inclusive === false ? 0 : 1]} ${limit}`
  }
  if (isLeast && limit === 1 && !issue.exact) return 'must not be empty'
  const bound = isLeast ? 'at least' : 'at most'
  return `must have ${issue.exact ? 'exactly' : bound} ${limit} ${counted}${limit === 1 ? '' : 's'}`
}

type UnionIssue = Pick<
  Extract<z.core.$ZodIssueInvalidUnion, { inclusive?: true }>,
  'errors' | 'options' | 'discriminator'
>

/** A value that fits none of several schemas: what it may be, if each of them refuses the value itself. */
const unionMessage = ({ errors, options, discriminator }: UnionIssue): string => {
  if (discriminator !== undefined) return `must be one of ${(options ?? []).map(String).join(', ')}`
  const first = errors.map(([issue]) => (issue?.path.length === 0 ? issue.message : undefined))
  const wanted = first.filter((message) => message?.startsWith('must be '))
  if (wanted.length === 0 || wanted.length < first.length) return 'has none of the forms that are accepted'
  return `must be ${[...new Set(wanted.map((message) => message!.slice('must be '.length)))].join(' or ')}`
}

/**
 * What is wrong with an input, as the predicate of a sentence, in place of Zod's messages for programmers: the error map
 * of a parse. Undefined keeps Zod's. Messages that the contract's own schemas set come before it.
 */
export const plainMessage = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(words[issue.expected] ?? issue.expected)}`
    case 'invalid_value':
      return issue.input === undefined
        ? 'is required'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
    case 'too_big':
      return limitMessage(issue)
    case 'invalid_format':
      return formats[issue.format]
    case 'invalid_union':
      return issue.inclusive === false ? undefined : unionMessage(issue)
    case 'unrecognized_keys':
      return `does not take ${issue.keys.join(', ')}`
    default:
      return undefined
  }
}

import { type Input, plainMessage } from '@openauth/client'
import type { z } from 'zod'
import { shellNameOf, type CommandSpec } from './command-spec.ts'
import { findIdOf } from './commands/nouns.ts'
import { wrongUse } from './failure.ts'
import { routeOf } from './route-of.ts'
import { validationMessages } from './validation-messages.ts'

/** A word as a POSIX shell takes it. */
const quoted = (word: string): string => (/^[\w@.+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** Where a name was given in place of an id: how to find the id. */
const findingHint = (spec: CommandSpec, input: Input, error: z.core.$ZodError): string[] => {
  const findId = findIdOf(spec)
  const isName = typeof input['id'] === 'string' && error.issues.some(({ path }) => path[0] === 'id')
  return findId === undefined || !isName ? [] : [`Find the id with: ${findId} ${quoted(String(input['id']))}`]
}

/** Validates an input by the schema of its route. Throws wrong use with every problem. */
export const checkBySchema = (spec: CommandSpec, input: Input): void => {
  const result = routeOf(spec.group, spec.verb).input.safeParse(input, { error: plainMessage })
  if (result.success) return
  const messages = validationMessages(result.error, (path) => shellNameOf(spec, path))
  throw wrongUse('Nothing was sent:', [...messages, ...findingHint(spec, input, result.error)])
}

import { plainMessage } from '@openauth/client'
import * as z from 'zod'
import { routeOf } from './route-of.ts'
import { validationMessages } from './validation-messages.ts'

/** Says what is wrong with a typed value, or undefined. */
export type Check = (value: string) => string | undefined

/** The check of a field of a route's input. Every value passes where the route has no such field. */
export const checkOf = (group: string, verb: string, key: string): Check => {
  const schema = routeOf(group, verb).input.shape[key] as z.core.$ZodType | undefined
  return (value) => {
    const result = schema ? z.safeParse(schema, value, { error: plainMessage }) : undefined
    return result?.success === false ? validationMessages(result.error, () => '')[0] : undefined
  }
}

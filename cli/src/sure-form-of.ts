import type { Route } from '@openauth/client'
import * as z from 'zod'
import type { SureForm } from './sure-form.ts'

/** A check of a schema, as far as it is data. */
interface CheckDefinition {
  check: string
  format?: string
  pattern?: RegExp
  minimum?: number
  maximum?: number
}

const checksOf = (schema: z.ZodType): CheckDefinition[] =>
  (schema.def.checks ?? []).map(({ _zod: { def } }) => def as CheckDefinition)

/** Whether all checks are of these kinds; others are code, of which nothing is known. `overwrite` normalizes. */
const hasOnly = (schema: z.ZodType, ...kinds: string[]): boolean =>
  checksOf(schema).every(({ check }) => kinds.includes(check))

const textFormOf = (schema: z.ZodString): SureForm | undefined => {
  const checks = checksOf(schema)
  const patterns = checks.filter(({ check }) => check === 'string_format')
  const isData = hasOnly(schema, 'overwrite', 'min_length', 'max_length', 'string_format')
  if (!isData || patterns.some(({ format }) => format !== 'regex')) return undefined
  return {
    is: 'text',
    min: Math.max(0, ...checks.map(({ minimum = 0 }) => minimum)),
    max: Math.min(Number.MAX_SAFE_INTEGER, ...checks.map(({ maximum = Number.MAX_SAFE_INTEGER }) => maximum)),
    patterns: patterns.map(({ pattern }) => [pattern!.source, pattern!.flags]),
  }
}

/** Limits of integers may be exclusive, which `minValue` does not tell: such have no sure form. */
const integerFormOf = (schema: z.ZodNumber): SureForm | undefined => {
  const limits = (schema.def.checks ?? []).map(({ _zod: { def } }) => def as { check: string; inclusive?: boolean })
  if (schema.format !== 'safeint' || !hasOnly(schema, 'greater_than', 'less_than')) return undefined
  if (limits.some(({ inclusive }) => inclusive === false)) return undefined
  return {
    is: 'integer',
    min: schema.minValue ?? Number.MIN_SAFE_INTEGER,
    max: schema.maxValue ?? Number.MAX_SAFE_INTEGER,
  }
}

const listFormOf = (schema: z.ZodArray): SureForm | undefined => {
  const of = sureFormOf(schema.element)
  if (of === undefined || !hasOnly(schema, 'max_length')) return undefined
  return { is: 'list', of, max: Math.min(1000, ...checksOf(schema).map(({ maximum = 1000 }) => maximum)) }
}

/** The sure form of a schema of the contract; undefined where only the schema itself can judge. */
export const sureFormOf = (schema: unknown): SureForm | undefined => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return sureFormOf(schema.unwrap())
  // A codec takes what its first schema takes. What comes before another is for empty fields and for numbers as text.
  if (schema instanceof z.ZodCodec) return sureFormOf(schema.in)
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return sureFormOf(schema.out)
  if (schema instanceof z.ZodGUID) return hasOnly(schema, 'overwrite') ? { is: 'id' } : undefined
  if (schema instanceof z.ZodString) return textFormOf(schema)
  if (schema instanceof z.ZodNumber) return integerFormOf(schema)
  if (schema instanceof z.ZodBoolean) return hasOnly(schema) ? { is: 'boolean' } : undefined
  if (schema instanceof z.ZodEnum) return hasOnly(schema) ? { is: 'choice', of: schema.options } : undefined
  return schema instanceof z.ZodArray ? listFormOf(schema) : undefined
}

/** Whether no rule of a route's input joins several fields, so that the forms of the fields say all. */
export const hasSureInput = ({ input }: Pick<Route, 'input'>): boolean => hasOnly(input)

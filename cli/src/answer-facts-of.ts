import type { Route } from '@openauth/client'
import * as z from 'zod'
import type { AnswerFacts } from './answer-facts.ts'
import { isInstant } from './instant.ts'

const withoutWrappers = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? withoutWrappers(schema.unwrap())
    : schema

const shapeOf = (given: unknown): Record<string, unknown> => {
  const schema = withoutWrappers(given)
  return schema instanceof z.ZodObject ? schema.shape : {}
}

const elementOf = (given: unknown): unknown => {
  const schema = withoutWrappers(given)
  return schema instanceof z.ZodArray ? schema.element : schema
}

/** Paths of the fields that are times, in lists too: `createdAt`, `brand.updatedAt`. */
const instantsOf = (schema: unknown): string[] =>
  Object.entries(shapeOf(elementOf(schema))).flatMap(([key, field]) =>
    isInstant(field) ? [key] : instantsOf(field).map((path) => `${key}.${path}`),
  )

const leavesOf = (schema: unknown): string[] =>
  Object.entries(shapeOf(schema)).flatMap(([key, field]) => {
    const within = leavesOf(field)
    return within.length > 0 ? within.map((path) => `${key}.${path}`) : [key]
  })

/** What printing needs of a route's answer. A list within a row is one field: `id`, `brand.name`. */
export const answerFactsOf = ({ output, meta }: Pick<Route, 'output' | 'meta'>): AnswerFacts => ({
  isPage: meta !== undefined,
  isList: output instanceof z.ZodArray,
  paths: leavesOf(elementOf(output)),
  instants: instantsOf(output),
})

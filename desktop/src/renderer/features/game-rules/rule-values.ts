import { GameRules, type GameRuleChanges } from '@openauth/client'
import * as z from 'zod'
import { type MessageId, t } from '../../i18n/i18n.ts'
import { type GroupField, type NumberField, type RuleField, ruleLeaves, ruleSections } from './rule-fields.ts'

/** What the fields contain: rules in the contract's form, but with numbers as they are typed. */
export type RuleValues = { [K in keyof GameRules]: unknown }

type Leaf = Exclude<RuleField, GroupField>

/** The value at a path; undefined where a rule is missing, as in those of an older version. */
export const valueAt = (rules: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], rules)

/** Objects with these values at their paths. */
const nested = (entries: readonly (readonly [path: string, value: unknown])[]): Record<string, unknown> => {
  const root: Record<string, unknown> = {}
  for (const [path, value] of entries) {
    const names = path.split('.')
    const last = names.pop()!
    let at = root
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>
    at[last] = value
  }
  return root
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

type Row = Record<string, unknown>

/** Writes a number as the page's language does: 1,000. */
export type Format = (value: number) => string

const typedNumber = ({ isWhole }: Pick<NumberField, 'isWhole'>, value: unknown, format: Format): string =>
  isWhole && typeof value === 'number' ? format(value) : textOf(value)

/** A rule as its control has it. */
export const typedOf = (field: Leaf, value: unknown, format: Format): unknown => {
  switch (field.kind) {
    case 'number':
      return typedNumber(field, value, format)
    case 'numbers':
      return ((value as unknown[] | undefined) ?? []).map((each) => typedNumber(field.each, each, format))
    case 'rows':
      return ((value as Row[] | undefined) ?? []).map((row) =>
        Object.fromEntries(
          field.columns.map((column) => [
            column.path,
            column.kind === 'number' ? typedNumber(column, row[column.path], format) : textOf(row[column.path]),
          ]),
        ),
      )
    case 'json':
      return JSON.stringify(value, undefined, 2) ?? ''
    case 'switch':
      return value ?? false
    default:
      return textOf(value)
  }
}

/** What the fields show of rules. */
export const valuesOf = (rules: GameRules, format: Format): RuleValues =>
  nested(ruleLeaves.map((field) => [field.path, typedOf(field, valueAt(rules, field.path), format)])) as RuleValues

type Problem = (path: string, message: string) => void

/** Digits, which may be grouped as people write them: 1,000 or 1 000. */
const WHOLE = /^-?\d{1,3}(?:[ ,.'’_\u00A0\u202F]?\d{3})*$|^-?\d+$/

/** The number that is typed; undefined where there is none. */
export const numberIn = (text: string, isWhole: boolean): number | undefined => {
  const typed = text.trim()
  if (isWhole) return WHOLE.test(typed) ? Number(typed.replaceAll(/[^\d-]/g, '')) : undefined
  return typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed)
}

const readNumber = (field: NumberField, text: unknown, path: string, problem: Problem): number | null => {
  const typed = textOf(text)
  if (field.isNullable && typed.trim() === '') return null
  const value = numberIn(typed, field.isWhole)
  if (value === undefined) problem(path, t(field.isWhole ? 'gameRules.wholeNumber' : 'gameRules.number'))
  else if (value < field.min || value > field.max)
    problem(path, t('gameRules.between', { min: field.min, max: field.max }))
  return value ?? null
}

const readJson = (text: unknown, path: string, problem: Problem): unknown => {
  try {
    return textOf(text).trim() === '' ? undefined : JSON.parse(textOf(text))
  } catch {
    problem(path, t('gameRules.notJson'))
    return undefined
  }
}

const readLeaf = (field: Leaf, value: unknown, problem: Problem): unknown => {
  const { path } = field
  if (field.kind === 'number') return readNumber(field, value, path, problem)
  if (field.kind === 'json') return readJson(value, path, problem)
  if (field.kind === 'numbers')
    return (value as string[]).map((each, at) => readNumber(field.each, each, `${path}.${at}`, problem))
  if (field.kind === 'rows')
    return (value as Row[]).map((row, at) =>
      Object.fromEntries(
        field.columns.map((column) => [
          column.path,
          column.kind === 'number'
            ? readNumber(column, row[column.path], `${path}.${at}.${column.path}`, problem)
            : textOf(row[column.path]).trim(),
        ]),
      ),
    )
  if (field.kind === 'text' && field.isNullable && value === '') return null
  return value
}

/** What the contract says in English about whole rules, in the page's language. */
const ofContract: Record<string, MessageId> = {
  'must ascend': 'gameRules.mustAscend',
  'must begin with a league from 0': 'gameRules.mustBeginAtZero',
  'must have different ids': 'gameRules.mustDiffer',
}

const saidOf = (message: string): string => {
  const known = ofContract[message]
  return known ? t(known) : message
}

/** The contract's schema of rules over what is typed. */
export const rulesSchema = z.custom<RuleValues>().transform((values, context): GameRules => {
  const problem = (path: string, message: string) =>
    context.issues.push({ code: 'custom', message, path: path.split('.'), input: values })
  const read = nested(
    ruleLeaves.map((field) => [field.path, readLeaf(field, valueAt(values, field.path), problem)] as const),
  )
  if (context.issues.length > 0) return z.NEVER
  const parsed = GameRules.safeParse(read)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) problem(path.join('.'), saidOf(message))
  return z.NEVER
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The fields in which two versions of rules differ. A rule that one of them lacks differs. */
export const differencesOf = (before: GameRules, after: GameRules): Leaf[] =>
  ruleLeaves.filter(({ path }) => !isSame(valueAt(before, path), valueAt(after, path)))

/** What a PATCH sends to make `after` of `before`. */
export const changesOf = (before: GameRules, after: GameRules): GameRuleChanges =>
  nested(differencesOf(before, after).map(({ path }) => [path, valueAt(after, path)]))

/** The section of a field. */
export const sectionOf = ({ path }: RuleField): RuleField =>
  ruleSections.find((section) => path === section.path || path.startsWith(`${section.path}.`))!

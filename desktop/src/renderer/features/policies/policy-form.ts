import { ANY, contract, type RuleChanges } from '@openauth/client'
import * as z from 'zod'
import { amountProblem, amountText, unitsOf } from '../../lib/token-amount.ts'
import type { Policies } from './rule-text.ts'

/** A limit as it is typed: amounts of a network's own token in its units, others in smallest units; empty is none. */
export interface LimitRow {
  token: string
  perTransaction: string
  perDay: string
}

type Flag =
  | 'messageSigning'
  | 'privateKeyExport'
  | 'approvals'
  | 'authorityChanges'
  | 'durableNonces'
  | 'unknownPrograms'
  | 'unreadableInstructions'
export type ListRule = 'networks' | 'rpcUrls' | 'tokens' | 'allowAddresses' | 'denyAddresses'

/** What the fields contain, by rule; null where the rule is not set here. */
export type PolicyValues = Record<Flag, boolean | null> &
  Record<ListRule, string[] | null> & { limits: LimitRow[]; partnerLimits: LimitRow[] | null }

/** The rules that are allowed or denied. */
export const flags: readonly Flag[] = [
  'messageSigning',
  'privateKeyExport',
  'approvals',
  'authorityChanges',
  'durableNonces',
  'unknownPrograms',
  'unreadableInstructions',
]
const listRules: readonly ListRule[] = ['networks', 'rpcUrls', 'tokens', 'allowAddresses', 'denyAddresses']

type Limit = { token: string; perTransaction?: string | null; perDay?: string | null }

const rowOf = ({ token, perTransaction, perDay }: Limit): LimitRow => ({
  token,
  perTransaction: amountText(token, perTransaction),
  perDay: amountText(token, perDay),
})

/** What the fields show of the rules that are set. */
export const policyValuesOf = (own: Policies['own']): PolicyValues => ({
  ...(Object.fromEntries(flags.map((name) => [name, own[name] ?? null])) as Record<Flag, boolean | null>),
  ...(Object.fromEntries(listRules.map((name) => [name, own[name] ?? null])) as Record<ListRule, string[] | null>),
  limits: (own.limits ?? []).map(rowOf),
  partnerLimits: own.partnerLimits?.map(rowOf) ?? null,
})

/** Typed limits as the contract has them; without the amounts that `names` leaves out. */
const limitsFrom =
  (names: readonly ('perTransaction' | 'perDay')[]) =>
  (rows: unknown, context: z.core.$RefinementCtx): unknown =>
    (rows as LimitRow[] | null)?.map((row, at) => {
      const amounts = names.map((name) => {
        if (row[name].trim() === '') return [name, null]
        const units = unitsOf(row.token, row[name])
        if (units === undefined)
          context.issues.push({ code: 'custom', message: amountProblem(row.token), path: [at, name], input: row[name] })
        return [name, units]
      })
      return { token: row.token, ...Object.fromEntries(amounts) }
    }) ?? null

const isWritten = (text: string): boolean => text.trim() !== ''
const trimmed = (lines: unknown): unknown =>
  Array.isArray(lines) ? (lines as string[]).filter(isWritten).map((line) => line.trim()) : lines
const noneAsUnset = (list: unknown): unknown => (Array.isArray(list) && list.length === 0 ? null : list)

const { shape } = contract.walletPolicies.update.input

/** The contract's schema over the fields of an app's policy. */
export const policySchema = z.object({
  ...(Object.fromEntries(flags.map((name) => [name, shape[name]])) as Pick<typeof shape, Flag>),
  networks: shape.networks,
  tokens: shape.tokens,
  rpcUrls: z.preprocess(trimmed, shape.rpcUrls),
  allowAddresses: z.preprocess(trimmed, shape.allowAddresses),
  denyAddresses: z.preprocess((lines) => noneAsUnset(trimmed(lines)), shape.denyAddresses),
  limits: z.preprocess(
    (rows, context) => noneAsUnset(limitsFrom(['perTransaction', 'perDay'])(rows, context)),
    shape.limits,
  ),
  partnerLimits: z.preprocess(limitsFrom(['perDay']), shape.partnerLimits),
}) as unknown as z.ZodType<RuleChanges, PolicyValues>

/**
 * The rules that these values set. Rules whose values cannot be read count as not set.
 * @returns `isWhole` is false if there were any
 */
export const readableRules = (values: PolicyValues): { own: RuleChanges; isWhole: boolean } => {
  const parsed = policySchema.safeParse(values)
  if (parsed.success) return { own: parsed.data, isWhole: true }
  const broken = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const readable = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, broken.has(name) ? (name === 'limits' ? [] : null) : value]),
  )
  return { own: policySchema.parse(readable), isWhole: false }
}

/** Whether a list stands for everything. */
export const isAll = (list: readonly string[] | null): boolean => list?.includes(ANY) ?? false

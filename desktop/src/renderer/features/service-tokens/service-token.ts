import type { ServiceToken } from '@openauth/client'
import { queries } from '../../api/queries.ts'

export type { ServiceToken }

/** An admin has few of them: a page has those of five admins, and the list says how many there are beyond. */
export const serviceTokensQuery = queries.serviceTokens.list({ page: 1, limit: 100 })

/** How long a new token is good for. Days. */
export const lifetimes = ['7', '30', '90', '180', '365'] as const
export type Lifetime = (typeof lifetimes)[number]

/** Calls as they are typed: in lines, or with commas between. */
export const callsIn = (typed: string): string[] => [...new Set(typed.split(/[\s,]+/).filter(Boolean))]

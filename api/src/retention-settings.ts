import { wholeNumber } from './parse-environment.ts'

/** How long rows of some tables are kept. Days. docs/privacy.md has all tables. */
export interface Retention {
  /** Changes of accounts, and accesses of support; users see them for 30 days at most. */
  accountChanges: number
  /** Clients that an account logged in from, after the last login. */
  knownClients: number
  /** Settled deliveries of webhooks. */
  deliveries: number
  /** Figures of days. */
  statistics: number
  /** How the last login by a method went. */
  loginOutcomes: number
  /** The addresses of machines that asked for sends. */
  sendAddresses: number
}

/** The longest times of what a product rule ends: a user sees changes for 30 days, a client is known for 90. Days. */
export const LONGEST = { accountChanges: 30, knownClients: 90 } as const

export const retentionVariables = {
  OPENAUTH_ACCOUNT_CHANGE_RETENTION_DAYS: wholeNumber(7, LONGEST.accountChanges).default(LONGEST.accountChanges),
  OPENAUTH_KNOWN_CLIENT_RETENTION_DAYS: wholeNumber(15, LONGEST.knownClients).default(LONGEST.knownClients),
  OPENAUTH_DELIVERY_RETENTION_DAYS: wholeNumber(5, 365).default(14),
  OPENAUTH_STATISTICS_RETENTION_DAYS: wholeNumber(35, 36_500).default(400),
  OPENAUTH_LOGIN_OUTCOME_RETENTION_DAYS: wholeNumber(1, 36_500).default(365),
  OPENAUTH_SEND_ADDRESS_RETENTION_DAYS: wholeNumber(1, 36_500).default(365),
}

type Values = Record<keyof typeof retentionVariables, number>

export const retentionOf = (env: Values): Retention => ({
  accountChanges: env.OPENAUTH_ACCOUNT_CHANGE_RETENTION_DAYS,
  knownClients: env.OPENAUTH_KNOWN_CLIENT_RETENTION_DAYS,
  deliveries: env.OPENAUTH_DELIVERY_RETENTION_DAYS,
  statistics: env.OPENAUTH_STATISTICS_RETENTION_DAYS,
  loginOutcomes: env.OPENAUTH_LOGIN_OUTCOME_RETENTION_DAYS,
  sendAddresses: env.OPENAUTH_SEND_ADDRESS_RETENTION_DAYS,
})

/** What holds where no setting says otherwise. */
export const standardRetention: Retention = {
  ...LONGEST,
  deliveries: 14,
  statistics: 400,
  loginOutcomes: 365,
  sendAddresses: 365,
}

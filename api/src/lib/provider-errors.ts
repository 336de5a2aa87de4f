const refusals = {
  token_refused: 'The provider does not accept this token',
  token_of_another_app: 'This token was issued to another client',
  email_not_verified: 'The provider has not verified the e-mail address of this account',
  account_not_expected: 'The accounts of this provider have e-mail addresses of other domains',
} as const

/** The caller's token is invalid. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError'
  readonly reason: keyof typeof refusals

  constructor(reason: keyof typeof refusals) {
    super(refusals[reason])
    this.reason = reason
  }
}

/** Visible ASCII and spaces, at most 200 characters: RFC 6749, section 4.1.2.1 allows no more, and logs and terminals show it. */
export const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')

/** An OAuth error in the callback or in the exchange of the code. `error` and `description` are untrusted text. */
export class ProviderDeniedError extends Error {
  override readonly name = 'ProviderDeniedError'
  readonly error: string
  readonly description: string | undefined

  constructor(error: string, description?: string) {
    super(`The provider returned the error ${printable(error)}`)
    this.error = printable(error)
    this.description = description === undefined ? undefined : printable(description)
  }
}

/** The provider does not answer, or not as documented. May be retried later. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError'
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** What a provider answered to settings that it rejects: its OAuth error, or its HTTP status as text. */
export interface RejectedSettings {
  error: string
  description: string | undefined
}

/** The provider rejects this app's settings, or they are incomplete; the operator must correct them. */
export class ProviderMisconfiguredError extends Error {
  override readonly name = 'ProviderMisconfiguredError'
  /** Whether the provider received no call because a setting is missing. */
  readonly isIncomplete: boolean
  /** Undefined where the provider was not asked, such as with a key that cannot be read. */
  declare readonly rejected: RejectedSettings | undefined

  constructor(
    message: string,
    { isIncomplete = false, rejected }: { isIncomplete?: boolean; rejected?: RejectedSettings } = {},
  ) {
    super(message)
    this.isIncomplete = isIncomplete
    // Not enumerable: logs print an error's own fields, and this one is text of the provider.
    Object.defineProperty(this, 'rejected', { value: rejected, enumerable: false })
  }
}

const refusals = {
  token_refused: 'The provider does not vouch for this token',
  token_of_another_app: 'This token was issued to another client',
  email_not_verified: 'The provider has not verified the e-mail address of this account',
} as const

/** The caller's token is bad. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError'
  readonly reason: keyof typeof refusals

  constructor(reason: keyof typeof refusals) {
    super(refusals[reason])
    this.reason = reason
  }
}

/** Visible ASCII and blanks, at most 200 characters: RFC 6749, section 4.1.2.1 allows no more, and it goes into logs. */
const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')

/** An OAuth error at the callback or at the exchange of the code. `error` and `description` are a stranger's words. */
export class ProviderDeniedError extends Error {
  override readonly name = 'ProviderDeniedError'
  readonly error: string
  readonly description: string | undefined

  constructor(error: string, description?: string) {
    super(`The provider answered with the error ${printable(error)}`)
    this.error = printable(error)
    this.description = description === undefined ? undefined : printable(description)
  }
}

/** Nobody answers, or not with what the provider's documentation says. Asking again later may help. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError'
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** The provider does not accept this app's settings, or they are incomplete: its operator must act. */
export class ProviderMisconfiguredError extends Error {
  override readonly name = 'ProviderMisconfiguredError'
  /** Whether the provider was not even asked, since a setting is missing. */
  readonly isIncomplete: boolean

  constructor(message: string, { isIncomplete = false }: { isIncomplete?: boolean } = {}) {
    super(message)
    this.isIncomplete = isIncomplete
  }
}

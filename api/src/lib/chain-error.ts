import type { ErrorCode } from '@openauth/client'

/**
 * A chain's code refuses a request before anything is sent. `message` says what happened and what to do next. It never holds
 * key material or an endpoint's address.
 */
export abstract class ChainError<Code extends string = string> extends Error {
  /** The chain's own code. It is stable, so callers may rely on it. */
  readonly code: Code
  /** The code of the refusal on the wire; undefined for what no request can cause. */
  readonly refusal: ErrorCode | undefined

  constructor(code: Code, message: string, refusals: Partial<Record<Code, ErrorCode>>) {
    super(message)
    this.code = code
    this.refusal = refusals[code]
  }
}

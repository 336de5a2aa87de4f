/** The exit codes. 130 is 128 + SIGINT, the shells' convention. */
export const exitCodes = { ok: 0, failed: 1, wrongUse: 2, needsApproval: 3, notSignedIn: 4, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error for the operator: what happened, what to do next, and the exit code. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: ExitCode
  /** Further lines, one problem each. */
  readonly details: string[]
  /** Identifies the request in the server's log; printed with --verbose. */
  readonly requestId: string | undefined
  /** The server's error code. */
  readonly code: string | undefined

  constructor(
    exitCode: ExitCode,
    message: string,
    more: { details?: string[]; requestId?: string | undefined; code?: string | undefined } = {},
  ) {
    super(message)
    this.exitCode = exitCode
    this.details = more.details ?? []
    this.requestId = more.requestId
    this.code = more.code
  }
}

/** The command failed, for a reason that its words did not cause. */
export const failed = (message: string, details: string[] = []): Failure =>
  new Failure(exitCodes.failed, message, { details })
/** The command cannot run as it was typed. */
export const wrongUse = (message: string, details: string[] = []): Failure =>
  new Failure(exitCodes.wrongUse, message, { details })
/** The operator pressed Ctrl-C; nothing is printed. */
export const interrupted = (): Failure => new Failure(exitCodes.interrupted, '')
/** The command needs an admin session, and there is none for this server. */
export const notSignedIn = (endpoint: string): Failure =>
  new Failure(exitCodes.notSignedIn, `Not signed in to ${endpoint}. Run: openauth login`)

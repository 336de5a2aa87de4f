/** Error codes. They are stable, so callers and operators may rely on them; the README says what each means. */
export type EmbeddedPostgresErrorCode =
  | 'embedded_postgres_cache'
  | 'embedded_postgres_cannot_run'
  | 'embedded_postgres_initdb'
  | 'embedded_postgres_locked'
  | 'embedded_postgres_lost'
  | 'embedded_postgres_missing'
  | 'embedded_postgres_mount_point'
  | 'embedded_postgres_moved'
  | 'embedded_postgres_not_a_cluster'
  | 'embedded_postgres_not_ready'
  | 'embedded_postgres_owner'
  | 'embedded_postgres_password'
  | 'embedded_postgres_start'
  | 'embedded_postgres_unreachable'
  | 'embedded_postgres_user'
  | 'embedded_postgres_wrong_version'

/** For messages about a machine that cannot run the programs. */
export const USE_ANOTHER = 'use a PostgreSQL of your own (OpenAuth: set DATABASE_URL)'

/** The error class of this package. `message` says what happened and what to do next, and never holds the password. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The `code` of a Node, PostgreSQL or EmbeddedPostgres error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

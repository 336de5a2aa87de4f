import type { TokenChanges } from './id-token.ts'
import type { Person } from './people.ts'

/** Options of a token that a test requests. */
export interface IssueOptions<C> extends TokenChanges {
  /** The default is the own client. */
  client?: C
  /** The default is Player One. */
  person?: Person
  scopes?: string[]
  nonce?: string
}

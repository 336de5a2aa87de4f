import type { TokenChanges } from './id-token.ts'
import type { Person } from './people.ts'

/** What a test may say of the tokens it asks for. */
export interface IssueOptions<C> extends TokenChanges {
  /** The own client unless another is given. */
  client?: C
  /** Player One unless another is given. */
  person?: Person
  scopes?: string[]
  nonce?: string
}

import type { Prisma } from '../../db.ts'

export type ModelName = keyof Prisma.TypeMap['model']
export type FieldOf<M extends ModelName> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string

/**
 * What a column says of people. `personal`: of the person whom the row is about. `pseudonym`: an id by which rows of one person are
 * linked, without telling who that is. `operator`: of an operator, in a row about a user. `secret`: a key, a hash or a digest, which no
 * export has. `none`: nothing by itself.
 */
const fieldClasses = ['personal', 'pseudonym', 'operator', 'secret', 'none'] as const
export type FieldClass = (typeof fieldClasses)[number]

/** How the rows of a user are found, and what the deletion of the user does with them. */
export interface UserRows<F extends string = string> {
  /** The column with the user's id. */
  by: F
  /**
   * `delete`: the rows are deleted. `clear`: the columns of `clears` are set to null. `keep`: they stay. `own`: a step of its own does
   * it, in features/user-management/erase.ts.
   */
  erase: 'delete' | 'clear' | 'keep' | 'own'
  clears?: readonly F[]
  /** Left out of the user's export, since it tells nothing that other tables do not. */
  unexported?: true
}

/** What a table holds, for whom and how long. A column is in one class, and each in some. */
export interface TableData<F extends string = string> {
  /** Whom it is about. */
  about: 'users' | 'operators' | 'apps' | 'server'
  /** What it is stored for. */
  why: string
  /** How long a row is kept. */
  kept: string
  /** Rows end by time alone: a server deletes them, as `kept` says. */
  ends?: true
  /** What the deletion of a user does. */
  deletion: string
  user?: UserRows<F>
  fields: Partial<Record<FieldClass, readonly F[]>>
}

/** Some tables of the map, by their models. */
export type Tables<M extends ModelName> = { [N in M]: TableData<FieldOf<N>> }

/** What deletion does where no row is about a user. */
export const NOT_CONCERNED = 'nothing: no row is about a user'

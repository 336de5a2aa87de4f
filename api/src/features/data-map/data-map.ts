import { apps } from './apps.ts'
import { game } from './game.ts'
import { operators } from './operators.ts'
import { server } from './server.ts'
import { type ModelName, type TableData, type UserRows } from './table-data.ts'
import { statisticDelta, trail } from './trail.ts'
import { users } from './users.ts'
import { wallets } from './wallets.ts'

export type MappedName = ModelName | 'StatisticDelta'

/** All tables: what each column says of people, what for, how long, and what the deletion of a user does. */
export const dataMap: Readonly<Record<MappedName, TableData>> = {
  ...users,
  ...wallets,
  ...game,
  ...trail,
  ...operators,
  ...apps,
  ...server,
  StatisticDelta: statisticDelta,
}

/** Tables whose names in the database are not those of their models. */
const tableNames: Partial<Record<MappedName, string>> = { RateLimit: 'rate_limit' }

/** The name of a model's table. */
export const tableOf = (model: MappedName): string => tableNames[model] ?? model

export interface UserTable {
  model: MappedName
  data: TableData
  rows: UserRows
}

/** The tables that have rows of single users. */
export const userTables: readonly UserTable[] = Object.entries(dataMap).flatMap(([model, data]) =>
  data.user ? [{ model: model as MappedName, data, rows: data.user }] : [],
)

import type { Task } from '../task.ts'
import { backupKeys, migrate, restoreKeys, tail } from './recovery.ts'
import { exportUsers, importUsers } from './bulk-users.ts'

/** Commands of nouns that are not single calls of the contract. */
export const nounTasks: Readonly<Record<string, readonly Task[]>> = {
  db: [migrate],
  keys: [backupKeys, restoreKeys],
  logs: [tail],
  users: [importUsers, exportUsers],
}

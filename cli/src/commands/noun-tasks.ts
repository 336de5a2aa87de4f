import type { Task } from '../task.ts'
import { exportUsers, importUsers } from './bulk-users.ts'

/** Commands of nouns that are not single calls of the contract. */
export const nounTasks: Readonly<Record<string, readonly Task[]>> = {
  users: [importUsers, exportUsers],
}

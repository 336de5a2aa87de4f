import type { Task } from '../task.ts'
import { api } from './api.ts'
import { diffApp, pullApp, pushApp, schemaOfApp } from './app-file.ts'
import { exportAudit, verifyAudit } from './audit-chain.ts'
import { auth } from './auth.ts'
import { backup, backupKeys, restore, restoreKeys } from './backup.ts'
import { exportUsers, importUsers } from './bulk-users.ts'
import { board } from './board.ts'
import { config } from './config.ts'
import { migrate } from './database.ts'
import { doctor } from './doctor.ts'
import { init } from './init.ts'
import { tail } from './logs.ts'
import { open } from './open.ts'
import { profiles } from './profiles.ts'
import { status, use, version } from './server.ts'
import { login, logout, setup, whoami } from './session.ts'

/** The tasks of the program itself, in the order of its help. */
export const tasks: readonly Task[] = [
  init,
  setup,
  login,
  logout,
  whoami,
  board,
  status,
  version,
  use,
  open,
  api,
  backup,
  restore,
  doctor,
  auth,
  profiles,
  config,
]

/** Tasks below nouns, beside the calls of the contract. */
export const nounTasks: Readonly<Record<string, readonly Task[]>> = {
  audit: [verifyAudit, exportAudit],
  apps: [pullApp, diffApp, pushApp, schemaOfApp],
  db: [migrate],
  keys: [backupKeys, restoreKeys],
  logs: [tail],
  users: [importUsers, exportUsers],
}

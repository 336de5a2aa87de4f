import type { Task, TaskGroup } from '../task.ts'
import { api } from './api.ts'
import { auth } from './auth.ts'
import { config } from './config.ts'
import { init } from './init.ts'
import { open } from './open.ts'
import { profiles } from './profiles.ts'
import { recoveryTasks } from './recovery.ts'
import { status, use, version } from './server.ts'
import { login, logout, setup, whoami } from './session.ts'

export const tasks: readonly Task[] = [
  init,
  setup,
  login,
  logout,
  whoami,
  status,
  version,
  use,
  open,
  api,
  ...recoveryTasks,
]

export const taskGroups: readonly TaskGroup[] = [auth, profiles, config]

import type { Task } from '../task.ts'
import { status, use } from './server.ts'
import { recoveryTasks } from './recovery.ts'
import { login, logout, setup, whoami } from './session.ts'

export const tasks: readonly Task[] = [setup, login, logout, whoami, status, use, ...recoveryTasks]

import { setTimeout as pause } from 'node:timers/promises'
import type { CliEnvironment } from './cli-environment.ts'

/** Waits for some milliseconds. Rejects when `signal` is aborted. */
export const waitFor = ({ wait }: Pick<CliEnvironment, 'wait'>, milliseconds: number, signal?: AbortSignal) =>
  wait ? wait(milliseconds) : pause(milliseconds, undefined, signal ? { signal } : {})

import type { CliEnvironment } from './cli-environment.ts'

/** Waits for some milliseconds. */
export const waitFor = ({ wait }: Pick<CliEnvironment, 'wait'>, milliseconds: number): Promise<void> =>
  wait ? wait(milliseconds) : new Promise((done) => setTimeout(done, milliseconds))

import { appFileJsonSchema } from '../app-file/file-schema.ts'
import { writeText } from '../output.ts'
import type { RunTask } from '../task.ts'

/** Prints the schema of the file of an app, which is the same for all apps of this version. */
export const printSchema: RunTask = async ({ environment }) =>
  writeText(environment.stdout, `${JSON.stringify(appFileJsonSchema(), null, 2)}\n`)

// How each part of `npm run check` in this folder ends.
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether a module is the program that Node was started with, and no import of a test. @param {string} url its `import.meta.url` */
export const isProgram = (url) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)

/** Prints faults, a line each, and sets the exit code. @param {string[]} faults */
export const report = (faults) => {
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

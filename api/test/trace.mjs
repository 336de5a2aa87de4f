// Preloaded into a server under test: notes every file that it opens and every module that it loads, in the file that
// TRACE_FILE names, a line each: process id, what, which.
import fs, { appendFileSync } from 'node:fs'
import { register, syncBuiltinESMExports } from 'node:module'

/** @param {string} what @param {string} which */
export const note = (what, which) => appendFileSync(process.env.TRACE_FILE, `${process.pid} ${what} ${which}\n`)

const traced = [
  [fs, ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream']],
  [fs.promises, ['open', 'readFile']],
]
for (const [holder, names] of traced) {
  for (const name of names) {
    const before = holder[name]
    holder[name] = (path, ...more) => {
      if (typeof path !== 'number') note(name, String(path))
      return before.call(holder, path, ...more)
    }
  }
}
syncBuiltinESMExports()
register('./trace-loads.mjs', import.meta.url)

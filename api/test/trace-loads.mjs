// The hook of trace.mjs, which runs in the thread of Node's module loader.
import { appendFileSync } from 'node:fs'

/** @type {import('node:module').LoadHook} */
export const load = (url, context, next) => {
  appendFileSync(process.env.TRACE_FILE, `${process.pid} load ${url}\n`)
  return next(url, context)
}

import './memory.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ensureApp } from './features/apps/ensure.ts'
import { run } from './serve.ts'

const DemoApp = z.object({ id: z.guid(), name: z.string(), settings: z.record(z.string(), z.unknown()) })

/** The server for development: with the app that the file of the first argument describes, where it is not there yet. */
run(async ({ db, keys }) => {
  const [file] = process.argv.slice(2)
  if (file) await ensureApp(db, keys, DemoApp.parse(JSON.parse(await readFile(file, 'utf8'))))
})

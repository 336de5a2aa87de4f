#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../dist/main.js', import.meta.url)

if (existsSync(program)) await import(program.href)
else {
  process.stderr.write('openauth is not built yet. Run: npm run build\n')
  process.exitCode = 1
}

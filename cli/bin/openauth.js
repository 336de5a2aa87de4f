#!/usr/bin/env node
import { existsSync } from 'node:fs'

// Plain enough for the Node that it refuses.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isOld = major < 20 || (major === 20 && minor < 19)
const program = new URL('../dist/main.js', import.meta.url)

if (isOld) {
  process.stderr.write(`openauth needs Node 20.19 or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else if (existsSync(program)) await import(program.href)
else {
  process.stderr.write('openauth is not built yet. Run: npm run build\n')
  process.exitCode = 1
}

import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/paths.ts'

/** What the commands on the database need of a checkout, copied, since they write beside it. */
const parts = ['package.json', 'prisma', 'prisma.config.ts', 'tools']

/** Copies into a folder what a reader of CONTRIBUTING.md changes. Modules are this checkout's. */
export const copySources = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

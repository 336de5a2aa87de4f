import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Example } from '@openauth/client'
import { root } from '../paths.ts'

const folder = join(root, 'client/examples')

/** The recorded calls of the contract by operation, such as `apps.create`. `npm run examples` records them. */
export const readExamples = (): Record<string, Example> => {
  if (!existsSync(folder)) return {}
  const groups = readdirSync(folder).map((file) => {
    const verbs = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Example>
    return Object.entries(verbs).map(([verb, example]) => [`${basename(file, '.json')}.${verb}`, example] as const)
  })
  return Object.fromEntries(groups.flat())
}

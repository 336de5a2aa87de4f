// `npm run reference`: makes docs/cli-reference.md and cli/man/openauth.1 from the data of the commands.
import { writeFileSync } from 'node:fs'
import { version } from '../src/version.ts'
import { manOf } from './man.ts'
import { markdown } from './markdown.ts'

/** The documents that are made, by their places from here. */
export const documents = async (): Promise<Record<string, string>> => ({
  '../../docs/cli-reference.md': await markdown(),
  '../man/openauth.1': await manOf(version),
})

export const placeOf = (path: string): URL => new URL(path, import.meta.url)

if (process.argv[1]?.endsWith('write.ts'))
  for (const [path, text] of Object.entries(await documents())) writeFileSync(placeOf(path), text)

// `npm run reference`: makes docs/cli.md and cli/man/openauth.1 from the data of the commands.
import { readFileSync, writeFileSync } from 'node:fs'
import { version } from '../src/version.ts'
import { manOf } from './man.ts'
import { markdownOf } from './markdown.ts'

/** The documents that are made, by their places from here. */
export const documents = (): Record<string, string> => ({
  '../../docs/cli.md': markdownOf(readFileSync(new URL('introduction.md', import.meta.url), 'utf8')),
  '../man/openauth.1': manOf(version),
})

export const placeOf = (path: string): URL => new URL(path, import.meta.url)

if (process.argv[1]?.endsWith('write.ts'))
  for (const [path, text] of Object.entries(documents())) writeFileSync(placeOf(path), text)

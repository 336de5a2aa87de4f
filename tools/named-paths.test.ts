import { dirname, posix } from 'node:path'
import { expect, test } from 'vitest'
import { documents, filesIn, readDocument } from '../api/test/documents/markdown.ts'

const files = filesIn()

/** Whether a file or a folder of the repository ends with this path: documents leave out what their readers know. */
const exists = (path: string): boolean => {
  const named = `/${path.replace(/\/$/, '')}`
  return files.some((file) => `/${file}`.endsWith(named) || `/${file}`.includes(`${named}/`))
}

/** What looks like a path and is none of this repository. */
const others: Readonly<Record<string, RegExp>> = {
  // Its example is a chain that does not exist.
  'docs/add-a-chain.md': /\bton\b/,
}

/** Folders that programs make. */
const made = /^(\.\/)?(data|data-dev)\/?$|(^|\/)dist\//

const linksIn = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, path = '']) => posix.join(dirname(document), path))

/** Names between backticks that have an ending of a source, and paths that begin with a folder of the root or end with a slash. */
const namesIn = (text: string): string[] =>
  [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`((?:[\w.-]+\/)*[\w.-]*)`/g)]
    .map(([, path = '']) => path)
    .filter(
      (path) =>
        /^[\w-][\w.-]*\.(ts|tsx|mjs|css|prisma|md)$/.test(path.split('/').at(-1)!) ||
        (path.includes('/') && (path.endsWith('/') || files.some((file) => file.startsWith(`${path.split('/')[0]}/`)))),
    )

const missingIn = (document: string, text: string): string[] =>
  [...linksIn(document, text), ...namesIn(text)].filter(
    (path) => !made.test(path) && !others[document]?.test(path) && !exists(path),
  )

test('the files and folders that documents name exist', () => {
  const found = documents().map((document) => ({ document, missing: missingIn(document, readDocument(document)) }))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ missing }) => missing.length > 0)).toEqual([])
})

test('a file that is gone is found, by its link and by its name', () => {
  const text = 'See [the tables](../prisma/GONE.md), `api/src/gone.ts`, `env.ts` and `api/src/lib/`.'
  expect(missingIn('docs/custody.md', text)).toEqual(['prisma/GONE.md', 'api/src/gone.ts'])
})

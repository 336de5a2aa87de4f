import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn, readDocument } from '../api/test/documents/markdown.ts'
import { root } from './install.mjs'

// The titles of tests begin with numbers of docs/findings.md.

interface Finding {
  number: string
  files: string[]
}

const findings: Finding[] = [...readDocument('docs/findings.md').matchAll(/^\| ([A-Z]\d+) \|.*\| (.*) \|$/gm)].map(
  ([, number = '', tests = '']) => ({
    number,
    files: [...tests.matchAll(/`([^` ]+\.test\.[a-z]+)`/g)].map(([, file = '']) => file),
  }),
)

/** The numbers with which a test file's titles begin: a quoted text that starts with a letter, digits and a colon. */
const numbersIn = (source: string): string[] => [
  ...new Set([...source.matchAll(/['"`]([A-Z]\d{1,2}): /g)].map(([, number = '']) => number)),
]

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('every number in a title has a line in docs/findings.md, which names the file', () => {
  const files = filesIn().filter((path) => /\.test\.(ts|tsx|mjs)$/.test(path))
  const used = files.flatMap((file) => numbersIn(read(file)).map((number) => `${number} ${file}`))
  expect(used.length).toBeGreaterThan(60)
  const named = new Set(findings.flatMap(({ number, files }) => files.map((file) => `${number} ${file}`)))
  expect(used.filter((title) => !named.has(title))).toEqual([])
})

test('every file that a line names has a title with its number', () => {
  const wrong = findings.flatMap(({ number, files }) =>
    files.filter((file) => !existsSync(join(root, file)) || !numbersIn(read(file)).includes(number)),
  )
  expect(wrong).toEqual([])
})

test('a number has one line', () => {
  const numbers = findings.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)])
})

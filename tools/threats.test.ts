import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFilter } from 'vite'
import { expect, test } from 'vitest'
import { readDocument } from '../api/test/documents/markdown.ts'
import vitestConfig from '../vitest.config.ts'
import { root } from './install.mjs'

// Every row of docs/threats.md names tests that exist and run.

interface Threat {
  attack: string
  /** Titles by file. */
  tests: { file: string; titles: string[] }[]
}

const threatsIn = (document: string): Threat[] =>
  [...document.matchAll(/^\| (.+?) \| (.+?) \| (.+) \|$/gm)]
    .map(([, attack = '', , cell = '']) => ({
      attack,
      tests: cell.split('<br>').map((part) => ({
        file: /^`([^`]+)`: /.exec(part)?.[1] ?? part,
        titles: [...part.matchAll(/“(.+?)”(?=, “|$)/g)].map(([, title = '']) => title),
      })),
    }))
    .filter(({ attack }) => attack !== 'attack' && !attack.startsWith('---'))

/** The projects of Vitest that `npm test` and `npm run test:e2e` run. */
const isRun = (() => {
  const names = ['embedded', 'isolated', 'end-to-end']
  const projects = (vitestConfig.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
  )
  const filters = projects
    .filter(({ name }) => typeof name === 'string' && names.includes(name))
    .map(({ include, exclude }) => createFilter(include, exclude, { resolve: root }))
  return (file: string): boolean => filters.some((matches) => matches(join(root, file)))
})()

/** Whether a file has a test or a group of tests of this title: a quoted text that is the first argument of a call. */
const hasTitle = (source: string, title: string): boolean =>
  [title, title.replaceAll("'", String.raw`\'`)].some((text) =>
    ["'", '"', '`'].some((quote) =>
      source
        .split(`${quote}${text}${quote},`)
        .slice(0, -1)
        .some((before) => /\(\s*$/.test(before)),
    ),
  )

const faultsOf = ({ attack, tests }: Threat): string[] => [
  ...(tests.length === 0 ? [`${attack}: no test`] : []),
  ...tests.flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [`${attack}: ${file} does not exist`]
    const source = readFileSync(join(root, file), 'utf8')
    return [
      ...(isRun(file) ? [] : [`${attack}: ${file} is in no suite`]),
      ...(/\.(skip|todo|only)\b/.test(source) ? [`${attack}: ${file} leaves tests out`] : []),
      ...(titles.length === 0 ? [`${attack}: no test of ${file} is named`] : []),
      ...titles.filter((title) => !hasTitle(source, title)).map((title) => `${attack}: ${file} has no test “${title}”`),
    ]
  }),
]

test('every threat has tests, which exist and run', () => {
  const threats = threatsIn(readDocument('docs/threats.md'))
  expect(threats.length).toBeGreaterThanOrEqual(38)
  expect(threats.flatMap(faultsOf)).toEqual([])
})

test('a row without a test, with one that is gone, and with one that no suite runs are found', () => {
  const table = [
    '| attack | check | tests |',
    '| --- | --- | --- |',
    '| one | check | none |',
    '| two | check | `api/test/gone.security.test.ts`: “a title” |',
    '| three | check | `api/test/pages.security.test.ts`: “a title that is gone” |',
    '| four | check | `api/test/examples/scenarios.ts`: “a title” |',
    '| five | check | `api/test/pages.security.test.ts`: nothing |',
  ].join('\n')
  expect(threatsIn(table).map(({ attack }) => attack)).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(threatsIn(table).flatMap(faultsOf)).toEqual([
    'one: none does not exist',
    'two: api/test/gone.security.test.ts does not exist',
    'three: api/test/pages.security.test.ts has no test “a title that is gone”',
    expect.stringContaining('four: api/test/examples/scenarios.ts is in no suite'),
    expect.stringContaining('four: api/test/examples/scenarios.ts has no test'),
    'five: no test of api/test/pages.security.test.ts is named',
  ])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../../tools/build.mjs'

const out = fileURLToPath(new URL('../out/renderer', import.meta.url))
const LIMIT = 200_000

let html: string
beforeAll(async () => {
  await build(['desktop'])
  html = readFileSync(join(out, 'index.html'), 'utf8')
})

/** Scripts and styles that the page names: without them nothing shows. */
const firstLoad = (): string[] =>
  [...html.matchAll(/(?:src|href)="\.(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)

test('the first load of the console has at most 200 kB of compressed script and style', () => {
  const bytes = firstLoad().reduce((sum, path) => sum + gzipSync(readFileSync(join(out, path))).length, 0)
  console.log(`first load of the console: ${(bytes / 1000).toFixed(1)} kB of at most ${LIMIT / 1000} kB`)
  expect(firstLoad().length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(LIMIT)
})

test.each([
  ['zod', 'ZodError'],
  ['the list of apps', 'aria-rowcount'],
  ['the command palette', 'cmdk-item'],
  ['charts', 'recharts'],
])('the first load does not include %s', (_, mark) => {
  const code = firstLoad().map((path) => readFileSync(join(out, path), 'utf8'))
  expect(code.filter((text) => text.includes(mark))).toEqual([])
})

test('the page has nothing inline that the content security policy blocks', () => {
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*src=)|\son\w+=/)
})

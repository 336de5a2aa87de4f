import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../../tools/build.mjs'
import { filesLoadedFor } from './chunks.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** What the server sends to a browser: the compressed file where there is one. Bytes. */
const sizeOf = (path: string): number =>
  [`${path}.br`, path].map((name) => statSync(join(dist, name), { throwIfNoEntry: false })?.size).find(Boolean)!

let html: string
beforeAll(async () => {
  await build(['player-web'])
  html = readFileSync(join(dist, 'index.html'), 'utf8')
})

/** Scripts and styles that the page names: on /login these are all that is loaded. */
const firstLoad = (): string[] =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)

test('the first load of /login has at most 110 kB of script and style', () => {
  const bytes = firstLoad().reduce((sum, path) => sum + sizeOf(path), 0)
  console.log(`first load: ${(bytes / 1000).toFixed(1)} kB, ${(bytes / 150_000).toFixed(2)} of the limit of 150 kB`)
  expect(firstLoad().length).toBeGreaterThan(2)
  expect(bytes).toBeLessThanOrEqual(110_000)
})

/** The size that the server sends to a browser that takes gzip. Bytes. */
const gzipSizeOf = (name: string): number =>
  [`${name}.gz`, name]
    .map((each) => statSync(join(dist, 'assets', each), { throwIfNoEntry: false })?.size)
    .find(Boolean)!

test('the tap game has at most 60 kB beyond the first load, with all its screens and dialogs', () => {
  const shell = firstLoad().map((path) => path.replace('/assets/', ''))
  // A page is put into the query cache.
  const names = filesLoadedFor(join(dist, 'assets'), ['tap-page', 'cached'], shell)
  const bytes = names.reduce((sum, name) => sum + gzipSizeOf(name), 0)
  console.log(`tap game: ${(bytes / 1000).toFixed(1)} kB, ${(bytes / 60_000).toFixed(2)} of the limit of 60 kB`)
  expect(names.some((name) => name.startsWith('share-dialog-'))).toBe(true)
  expect(names.some((name) => name.endsWith('.css'))).toBe(true)
  expect(bytes).toBeLessThanOrEqual(60_000)
})

test.each([
  ['zod', 'ZodError'],
  ['the calls of admins', '/admin/apps'],
  ['Telegram’s bridge', 'web_app_setup_back_button'],
  ['QR codes', 'crispEdges'],
  ['toasts', 'data-swiping'],
])('the first load does not include %s', (_, mark) => {
  const code = firstLoad().map((path) => readFileSync(join(dist, path), 'utf8'))
  expect(code.filter((text) => text.includes(mark))).toEqual([])
})

test('every script and style over 1024 bytes has compressed files', () => {
  const assets = readdirSync(join(dist, 'assets'))
  const large = assets.filter(
    (name) => /\.(js|css|svg)$/.test(name) && statSync(join(dist, 'assets', name)).size > 1024,
  )
  expect(large.filter((name) => !assets.includes(`${name}.br`) || !assets.includes(`${name}.gz`))).toEqual([])
})

test('the page has nothing inline that the content security policy blocks', () => {
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*src=)|\son\w+=/)
})

test('styles have no light-dark(), which older web views of Telegram drop with the whole declaration', () => {
  const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
  expect(styles.filter((name) => readFileSync(join(dist, 'assets', name), 'utf8').includes('light-dark('))).toEqual([])
})

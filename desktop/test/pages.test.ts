import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsoleUrlCheck, servePages } from '../src/main/pages.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openauth-pages-'))
  await mkdir(join(root, 'renderer', 'assets'), { recursive: true })
  await mkdir(join(root, 'renderer-other'))
  await writeFile(join(root, 'renderer', 'index.html'), '<!doctype html>')
  await writeFile(join(root, 'renderer', 'assets', 'a-b.js'), '1')
  await writeFile(join(root, 'secret.js'), 'secret')
  await writeFile(join(root, 'renderer-other', 'secret.js'), 'secret')
})
afterAll(() => rm(root, { recursive: true }))

const get = (url: string) => servePages(join(root, 'renderer'))({ url })

test('the page has a content security policy', async () => {
  const response = await get('openauth://console/')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|connect-src|\*/)
})

test('assets have their content types', async () => {
  const response = await get('openauth://console/assets/a-b.js')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toBe('1')
})

test.each([
  'openauth://console/../secret.js',
  'openauth://console/..%2fsecret.js',
  'openauth://console/%2e%2e%2fsecret.js',
  'openauth://console/..%2frenderer-other%2fsecret.js',
  'openauth://console/..%5csecret.js',
  'openauth://console/missing.js',
  'openauth://console/assets',
  'openauth://console/a%00.js',
  'openauth://console/%',
  'openauth://other/index.html',
])('%s is not found', async (url) => expect((await get(url)).status).toBe(404))

test("during development only pages of Vite's server are the console's", () => {
  const isHome = createConsoleUrlCheck('http://localhost:5173/')
  expect(isHome('http://localhost:5173/#/apps')).toBe(true)
  expect(isHome('http://localhost:5174/')).toBe(false)
  expect(isHome('openauth://console/')).toBe(false)
})

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { precompress } from './precompress.ts'

const long = `document.title = ${JSON.stringify('a long title '.repeat(200))}`
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openauth-precompress-'))
  await mkdir(join(root, 'public'))
  await writeFile(join(root, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
  await writeFile(join(root, 'main.js'), long)
  await writeFile(join(root, 'public/big.svg'), `<svg>${'<g/>'.repeat(500)}</svg>`)
  await writeFile(join(root, 'public/picture.png'), Buffer.alloc(5000))
  await build({ root, configFile: false, logLevel: 'silent', plugins: [precompress()] })
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('scripts and files of public/ get their compressed neighbours; small ones and pictures do not', async () => {
  const files = (await readdir(join(root, 'dist'), { recursive: true })).filter((name) => /\.(br|gz)$/.test(name))
  expect(files.map((name) => name.replace(/main|index/, 'x').replace(/-[\w-]{8}\./, '.')).toSorted()).toEqual([
    'assets/x.js.br',
    'assets/x.js.gz',
    'big.svg.br',
    'big.svg.gz',
  ])
})

test('they hold what the file does', async () => {
  const script = (await readdir(join(root, 'dist/assets'))).find((name) => name.endsWith('.js'))
  const path = join(root, 'dist/assets', script!)
  const content = await readFile(path, 'utf8')
  expect(content).toContain('a long title')
  expect(brotliDecompressSync(await readFile(`${path}.br`)).toString()).toBe(content)
  expect(gunzipSync(await readFile(`${path}.gz`)).toString()).toBe(content)
})

import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const desktop = fileURLToPath(new URL('..', import.meta.url))

interface Entry {
  files?: Record<string, Entry>
  size?: number
  offset?: string
}

/** The files of an archive, with their content. https://github.com/electron/asar#format */
const readArchive = async (path: string): Promise<Map<string, string>> => {
  const bytes = await readFile(path)
  const start = 8 + bytes.readUInt32LE(4)
  const header = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString()) as Entry
  const walk = ({ files = {} }: Entry, folder: string): [string, string][] =>
    Object.entries(files).flatMap(([name, entry]): [string, string][] => {
      if (entry.files) return walk(entry, `${folder}${name}/`)
      const from = start + Number(entry.offset)
      return [[folder + name, bytes.subarray(from, from + entry.size!).toString()]]
    })
  return new Map(walk(header, ''))
}

/** What stands in for Electron's runtime, which a package contains as it is. */
const makeRuntime = async (folder: string) => {
  await mkdir(join(folder, 'resources'), { recursive: true })
  await writeFile(join(folder, 'version'), '0.0.0')
  await writeFile(join(folder, 'electron'), '#!/bin/sh\n')
  await chmod(join(folder, 'electron'), 0o755)
}

const feed = { OPENAUTH_UPDATE_URL: 'https://updates.example.com/console', OPENAUTH_UPDATE_CHANNEL: 'beta' }

/** Packages the console and returns the folder of its resources. */
const makePackage = async (name: string, environment: Record<string, string>) => {
  const paths = [`-c.electronDist=${join(folder, 'runtime')}`, `-c.directories.output=${join(folder, name)}`]
  const script = join(desktop, 'bin/package.mjs')
  const env = { ...process.env, ...environment }
  await promisify(execFile)(process.execPath, [script, '--linux', '--x64', '--dir', ...paths], { env })
  return join(folder, name, 'linux-unpacked/resources')
}

let folder: string
let resources: string
let archive: Map<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-package-'))
  await makeRuntime(join(folder, 'runtime'))
  resources = await makePackage('out', {})
  archive = await readArchive(join(resources, 'app.asar'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a package has the built console, its licences, and nothing else', () => {
  const kinds = [...archive.keys()].map((path) => path.replace(/(assets\/)[^/]+(\.\w+)$/, '$1*$2'))
  const known = ['package.json', 'out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']
  const notices = ['out/main/NOTICE', 'out/preload/NOTICE', 'out/renderer/NOTICE']
  const assets = ['out/renderer/assets/*.js', 'out/renderer/assets/*.css', 'out/renderer/assets/*.svg']
  expect([...new Set(kinds)].toSorted()).toEqual([...known, ...notices, ...assets].toSorted())
})

test('its main process runs without node_modules', () => {
  const { main, type } = JSON.parse(archive.get('package.json')!) as { main: string; type: string }
  expect([main, type]).toEqual(['out/main/index.js', 'module'])
  const statements = archive.get(main)!.matchAll(/^(?:import|export) (?:[^"'\n]* from )?["']([^"']+)["'];?$/gm)
  const required = archive.get(main)!.matchAll(/\b__require\((?:"([^"]+)")?/g)
  const imported = [...statements, ...required].map(([, name]) => name!)
  const provided = ['electron', ...builtinModules]
  expect(imported).toContain('electron')
  expect(imported.filter((name) => !provided.includes(name.replace(/^node:/, '')))).toEqual([])
})

test('it looks for updates where it was told when it was made, and nowhere by default', async () => {
  expect(await readdir(resources)).not.toContain('app-update.yml')
  const config = await readFile(join(await makePackage('updated', feed), 'app-update.yml'), 'utf8')
  const lines = ['provider: generic', `url: ${feed.OPENAUTH_UPDATE_URL}`, 'channel: beta']
  expect(config.split('\n')).toEqual(expect.arrayContaining(lines))
})

test.each([
  ['https only', { OPENAUTH_UPDATE_URL: 'http://updates.example.com' }, 'must begin with https://'],
  ['a channel that there is', { ...feed, OPENAUTH_UPDATE_CHANNEL: 'nightly' }, 'must be latest or beta'],
])('updates are taken from %s', async (_, environment, reason) => {
  const env = { ...process.env, ...environment }
  const run = promisify(execFile)(process.execPath, [join(desktop, 'bin/package.mjs')], { env })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
})

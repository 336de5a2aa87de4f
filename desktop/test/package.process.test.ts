import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

let folder: string
let archive: Map<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-package-'))
  await makeRuntime(join(folder, 'runtime'))
  const paths = [`-c.electronDist=${join(folder, 'runtime')}`, `-c.directories.output=${join(folder, 'out')}`]
  const script = join(desktop, 'bin/package.mjs')
  await promisify(execFile)(process.execPath, [script, '--linux', '--x64', '--dir', ...paths])
  archive = await readArchive(join(folder, 'out/linux-unpacked/resources/app.asar'))
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a package has the built console, its licences, and nothing else', () => {
  const kinds = [...archive.keys()].map((path) => path.replace(/(assets\/)[^/]+(\.\w+)$/, '$1*$2'))
  const known = ['package.json', 'out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']
  const notices = ['out/main/NOTICE', 'out/preload/NOTICE', 'out/renderer/NOTICE']
  const assets = ['out/renderer/assets/*.js', 'out/renderer/assets/*.css']
  expect([...new Set(kinds)].toSorted()).toEqual([...known, ...notices, ...assets].toSorted())
})

test('its main process runs without node_modules', () => {
  const { main, type } = JSON.parse(archive.get('package.json')!) as { main: string; type: string }
  expect([main, type]).toEqual(['out/main/index.js', 'module'])
  const statements = archive.get(main)!.matchAll(/^(?:import|export) (?:[^"'\n]* from )?["']([^"']+)["'];?$/gm)
  const imported = [...statements].map(([, name]) => name!)
  const provided = ['electron', ...builtinModules]
  expect(imported).toContain('electron')
  expect(imported.filter((name) => !provided.includes(name.replace(/^node:/, '')))).toEqual([])
})

test('updates are taken from https only', async () => {
  const run = promisify(execFile)(process.execPath, [join(desktop, 'bin/package.mjs')], {
    env: { ...process.env, OPENAUTH_UPDATE_URL: 'http://updates.example.com' },
  })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('must begin with https://') })
})

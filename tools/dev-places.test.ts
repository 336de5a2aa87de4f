import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../api/src/env.ts'
import { steps } from './build.mjs'
import { devDataFolder, devPlayerFolder, problemOfDataFolder } from './dev-places.mjs'
import { root } from './install.mjs'

// `npm run first-start -- dev` runs both commands in one clone and compares what they leave.

const isApart = (one: string, other: string) =>
  [relative(one, other), relative(other, one)].every((path) => path.startsWith('..'))

test('L5: the data of npm run dev are apart from those of npm start', () => {
  expect(isApart(devDataFolder, join(root, 'data'))).toBe(true)
  expect(isApart(devDataFolder, readSettings({}).dataDir)).toBe(true)
})

test('L11: npm run dev builds the player app apart from what npm start serves', () => {
  expect(isApart(devPlayerFolder, join(root, dirname(steps['player-web']!.output)))).toBe(true)
})

test('both are ignored by git', () => {
  const paths = [devDataFolder, devPlayerFolder].map((path) => `${path}/file`)
  const { stdout } = spawnSync('git', ['check-ignore', ...paths], { cwd: root, encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual(paths)
})

test('npm run dev ends with one line, and starts nothing, where its data folder cannot be written', () => {
  const place = mkdtempSync(join(tmpdir(), 'openauth-dev-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  expect(problemOfDataFolder(join(place, 'new', 'data'))).toBeUndefined()
  const file = join(place, 'file')
  writeFileSync(file, '')
  // For root no mode of a folder is too narrow; what lies below a file nobody can make.
  const below = join(file, 'data')
  expect(problemOfDataFolder(below)).toMatch(
    /^The data folder .*file\/data cannot be written \(ENOTDIR\)\. Make this user/,
  )
  const env = { ...process.env, OPENAUTH_DATA_DIR: below }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/dev.mjs'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.trimEnd().split('\n')).toEqual([problemOfDataFolder(below)])
})

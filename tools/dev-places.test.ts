import { spawnSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../api/src/env.ts'
import { steps } from './build.mjs'
import { devDataFolder, devPlayerFolder } from './dev-places.mjs'
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

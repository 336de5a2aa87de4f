import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from './build.mjs'
import { root } from './install.mjs'

test.each([
  { step: 'api', file: 'api/dist/NOTICE', known: /^fastify \S+: MIT$/m },
  { step: 'cli', file: 'cli/dist/NOTICE', known: /^ink \S+: MIT$/m },
  { step: 'player-web', file: 'player-web/dist/NOTICE', known: /^react \S+: MIT$/m },
  { step: 'desktop', file: 'desktop/out/renderer/NOTICE', known: /^react \S+: MIT$/m },
])('S20: no GPL or LGPL is in the bundle of $step', async ({ step, file, known }) => {
  await build(['generate', 'providers', 'client', step])
  const text = readFileSync(join(root, file), 'utf8')
  const titles = text.split('\n').filter((line) => /^(@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\S+: \S/.test(line))
  expect(titles.join('\n')).toMatch(known)
  expect(titles.filter((line) => /GPL/.test(line))).toEqual([])
})

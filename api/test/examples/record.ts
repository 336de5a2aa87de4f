import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, type Example, listRoutes } from '@openauth/client'
import { expect, test } from 'vitest'
import { root } from '../../src/paths.ts'
import { startExampleWorld } from './example-world.ts'
import { scenarios } from './scenarios.ts'
import { createStabilizer } from './stable.ts'

const folder = join(root, 'client/examples')

const write = async (calls: Map<string, Example>) => {
  const stabilize = createStabilizer()
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) await rm(join(folder, file))
  for (const group of Object.keys(contract)) {
    const verbs = listRoutes(contract).filter((route) => route.group === group)
    const examples = verbs.map(({ verb }) => [verb, stabilize(calls.get(`${group}.${verb}`))])
    await writeFile(join(folder, `${group}.json`), `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`)
  }
}

test('records an example of every operation', async () => {
  const world = await startExampleWorld()
  for (const scenario of Object.values(scenarios)) await scenario(world)
  await world.stop()
  const missing = listRoutes(contract)
    .map(({ group, verb }) => `${group}.${verb}`)
    .filter((id) => !world.calls.has(id))
  expect(missing).toEqual([])
  await write(world.calls)
})

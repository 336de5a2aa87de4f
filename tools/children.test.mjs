import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** As npm ci does while it extracts packages: it goes on after a first signal. */
const stubborn = `
  process.once('SIGTERM', () => {})
  setInterval(() => {}, 1000)
  console.log('running')
`
const tool = `
  import { run } from ${JSON.stringify(new URL('children.mjs', import.meta.url).href)}
  const stdio = ['ignore', 'inherit', 'inherit']
  await run(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio, signalAgain: true })
`

test('a program that goes on after the first signal gets it again: one ctrl-C ends an install', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', tool], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
})

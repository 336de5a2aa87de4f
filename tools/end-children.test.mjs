import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endChildren } from './end-children.mjs'

const detached = process.platform !== 'win32'

/** @param {string} program */
const start = async (program) => {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'], detached })
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

/** As tsx, which waits for a server that somebody has killed, with a program of its own below it. */
const waitsForEver = `
  process.on('SIGTERM', () => {})
  const below = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  console.log(below.pid)
`
const ends = `setInterval(() => {}, 1000); console.log('running')`

/** @param {number} pid */
const isThere = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a program that waits for ever is killed with what it started, so that ctrl-C ends npm run dev', async () => {
  const [stuck, other] = await Promise.all([start(waitsForEver), start(ends)])
  expect(await endChildren([stuck.child, other.child], { patience: 500, detached })).toBe(true)
  expect(stuck.child.signalCode).toBe('SIGKILL')
  expect(other.child.signalCode).toBe('SIGTERM')
  await expect.poll(() => isThere(Number(stuck.said))).toBe(false)
})

test('programs that end when they are asked are not killed', async () => {
  const { child } = await start(ends)
  expect(await endChildren([child], { patience: 60_000, detached })).toBe(false)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleProgram } from '../../../../tools/bundle-program.mjs'
import { addKeyringKey, createKeyring, openKeyring } from './keyring.ts'

/** Holds the keyring's lock forever, like a rotation whose database does not answer. */
const PROGRAM = `
import { retireKeyringKey } from './keyring.ts'
await retireKeyringKey(process.argv[2], 'local:1', () => {
  console.log('locked')
  return new Promise(() => setInterval(() => {}, 1000))
})
`

let programs: string
let program: string
let directory: string
let path: string
const children = new Set<ChildProcess>()

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'keyring-program-'))
  program = join(programs, 'program.mjs')
  await bundleProgram(PROGRAM, { from: import.meta.url, outfile: program })
})
afterAll(() => rm(programs, { recursive: true, force: true }))
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyring-'))
  path = join(directory, 'keyring.json')
  await createKeyring(path)
  await addKeyringKey(path)
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

/** Another process in the middle of a keyring change. */
const rotating = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child.stdout, 'data')
  return child
}

test('S11: the lock of a killed rotation ends with its process', async () => {
  for (const next of ['local:3', 'local:4']) {
    const child = await rotating()
    await expect(addKeyringKey(path)).rejects.toMatchObject({ code: 'keyring_locked' })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(directory)).toContain('keyring.json.lock')
    expect(await addKeyringKey(path)).toBe(next)
  }
  expect((await openKeyring(path)).ids()).toEqual(['local:1', 'local:2', 'local:3', 'local:4'])
  expect(await readdir(directory)).toEqual(['keyring.json'])
})

test('S11: the lock file of another machine expires after minutes, since its process cannot be checked from here', async () => {
  await writeFile(`${path}.lock`, 'another machine')
  await expect(addKeyringKey(path)).rejects.toMatchObject({
    code: 'keyring_locked',
    message: expect.stringContaining(`${path}.lock`),
  })
  const longAgo = new Date(Date.now() - 10 * 60_000)
  await utimes(`${path}.lock`, longAgo, longAgo)
  expect(await addKeyringKey(path)).toBe('local:3')
})

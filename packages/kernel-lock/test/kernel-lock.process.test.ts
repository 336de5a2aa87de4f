import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tryKernelLock } from '../src/index.ts'
import { buildLockProgram, type LockProcess } from './lock-program.ts'

const ROUNDS = 30
const isLinux = process.platform === 'linux'

let program: Awaited<ReturnType<typeof buildLockProgram>>
let folder: string
beforeAll(async () => {
  program = await buildLockProgram()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => program.removeAll())

const take = (path: string) => tryKernelLock(path, { purpose: 'test', file: `${path}.flock` })

/** Tries in all processes at once, and returns those that have the lock. */
const contend = async (processes: LockProcess[]): Promise<LockProcess[]> => {
  const got = await Promise.all(processes.map((one) => one.tries()))
  return processes.filter((_, at) => got[at])
}

test('a lock is seen by another process and in its own, and can be taken again after its release', async () => {
  const path = join(folder, 'locked')
  const other = await program.start(path)
  for (let round = 0; round < 3; round += 1) {
    const release = await take(path)
    expect([release === undefined, await take(path), await other.tries()]).toEqual([false, undefined, false])
    await release!()
    expect(await other.tries()).toBe(true)
    expect(await take(path)).toBeUndefined()
    await other.release()
  }
  if (isLinux) expect(await readdir(folder)).toEqual([])
  await other.end()
})

test('locks of another path or purpose are independent', async () => {
  const releases = [
    await take(join(folder, 'one')),
    await take(join(folder, 'two')),
    await tryKernelLock(join(folder, 'one'), { purpose: 'other', file: join(folder, 'other.flock') }),
  ]
  expect(releases).not.toContain(undefined)
  for (const release of releases) await release?.()
})

test('of three processes that try at once, exactly one gets the lock', async () => {
  const path = join(folder, 'locked')
  const processes = await Promise.all([path, path, path].map(program.start))
  for (let round = 0; round < ROUNDS; round += 1) {
    const holders = await contend(processes)
    expect(holders).toHaveLength(1)
    await holders[0]!.release()
  }
  if (isLinux) expect(await readdir(folder)).toEqual([])
  for (const each of processes) await each.end()
})

test('of two processes that try at once after the holder was killed, exactly one gets the lock', async () => {
  const path = join(folder, 'locked')
  let [one, two] = await Promise.all([program.start(path), program.start(path)])
  for (let round = 0; round < ROUNDS; round += 1) {
    const holders = await contend([one, two])
    expect(holders).toHaveLength(1)
    await holders[0]!.end('SIGKILL')
    // The socket of the killed process; those of earlier ones are gone.
    if (isLinux) expect(await readdir(folder)).toHaveLength(1)
    const next = await program.start(path)
    if (holders[0] === one) one = next
    else two = next
  }
  const release = await take(path)
  await release!()
  if (isLinux) expect(await readdir(folder)).toEqual([])
  await Promise.all([one.end(), two.end()])
})

describe.runIf(isLinux)('on Linux', () => {
  test('a suspended process keeps its lock', async () => {
    const path = join(folder, 'locked')
    const other = await program.start(path)
    expect(await other.tries()).toBe(true)
    other.child.kill('SIGSTOP')
    expect(await take(path)).toBeUndefined()
    other.child.kill('SIGCONT')
    await other.release()
    const release = await take(path)
    expect(release).toBeDefined()
    await release!()
    await other.end()
  })

  test('a folder and a file may have names that are too long for the address of a socket', async () => {
    const deep = join(folder, 'd'.repeat(120), 'e'.repeat(120))
    await mkdir(deep, { recursive: true })
    const path = join(deep, 'f'.repeat(250))
    const other = await program.start(path)
    expect(await other.tries()).toBe(true)
    expect(await readdir(deep)).toHaveLength(1)
    expect(await take(path)).toBeUndefined()
    await other.end('SIGKILL')
    const release = await take(path)
    expect(release).toBeDefined()
    expect(await readdir(deep)).toHaveLength(1)
    await release!()
    expect(await readdir(deep)).toEqual([])
  })

  test('a folder that cannot have sockets', async () => {
    const other = await program.start('/proc/openauth-test')
    expect(await other.tries()).toBe(true)
    expect(await take('/proc/openauth-test')).toBeUndefined()
    await other.end('SIGKILL')
    const release = await take('/proc/openauth-test')
    expect(release).toBeDefined()
    await release!()
  })

  test('a socket that did not listen yet when its process was killed is removed, one of another boot after a day', async () => {
    const path = join(folder, 'locked')
    const other = await program.start(path)
    await other.tries()
    await other.end('SIGKILL')
    const [left] = await readdir(folder)
    const ofThisBoot = left!.replace(/[0-9a-f]{16}$/, '0123456789abcdef')
    const ofAnother = left!.replace(/[0-9a-f]{12}-[0-9a-f]{16}$/, '0123456789ab-0123456789abcdef')
    const old = ofAnother.replace(/f$/, '0')
    for (const name of [`${ofThisBoot}.new`, ofAnother, old, 'foreign']) await writeFile(join(folder, name), '')
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000)
    for (const name of [old, 'foreign']) await utimes(join(folder, name), twoDaysAgo, twoDaysAgo)
    await (await take(path))!()
    expect((await readdir(folder)).toSorted()).toEqual([ofAnother, 'foreign'].toSorted())
  })
})

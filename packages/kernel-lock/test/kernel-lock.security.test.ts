import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstatSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tryKernelLock } from '../src/index.ts'

/** Listens on an abstract name until it is killed. */
const SQUATTER = `require('net').createServer().listen('\\0' + process.argv[1], () => console.log('listens'))`
/** Connects to a path and prints the result. */
const VISITOR = `require('net').connect(process.argv[1]).on('connect', () => console.log('connected'))
  .on('error', ({ code }) => console.log(code))`
const NOBODY = { uid: 65534, gid: 65534 }
/** Whether this process may start Node under another account, and that account may run it. */
const canUseNode =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', ''], { cwd: '/', env: {}, stdio: 'ignore', ...NOBODY }).status === 0

let folder: string
const children = new Set<ChildProcess>()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-lock-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  await rm(folder, { recursive: true, force: true })
})

const take = (name: string) =>
  tryKernelLock(join(folder, name), { purpose: 'test', file: join(folder, `${name}.flock`) })

/** Runs a script under another account where this one may, and resolves with its first line. */
const runAsOther = async (script: string, argument: string): Promise<string> => {
  const account = canUseNode ? NOBODY : {}
  const options = { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'] }
  const child = spawn(process.execPath, ['-e', script, argument], { ...options, ...account })
  children.add(child)
  return String((await once(child.stdout, 'data'))[0]).trim()
}

describe.runIf(process.platform === 'linux')('another account', () => {
  test('holds the abstract name that is computable from the folder, and blocks nobody', async () => {
    const { dev, ino } = statSync(folder, { bigint: true })
    const hash = createHash('sha256').update(`${dev}:${ino}/locked`).digest('hex')
    expect(await runAsOther(SQUATTER, `openauth-test-${hash.slice(0, 32)}`)).toBe('listens')
    const release = await take('locked')
    expect(release).toBeDefined()
    expect(await take('locked')).toBeUndefined()
    await release!()
  })

  test('cannot connect to the socket of a lock in a folder that it may enter', async () => {
    await chmod(folder, 0o755)
    const before = process.umask(0)
    const release = await take('locked')
    process.umask(before)
    const [name] = await readdir(folder)
    expect(lstatSync(join(folder, name!)).mode & 0o777).toBe(0o600)
    if (canUseNode) expect(await runAsOther(VISITOR, join(folder, name!))).toBe('EACCES')
    await release!()
  })
})

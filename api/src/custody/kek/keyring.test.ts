import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundleProgram } from '../../../../tools/bundle-program.mjs'
import { checkCanary, makeCanary, unwrapDataKey, wrapDataKey } from '../key-service.ts'
import { rewrap } from '../rotation.ts'
import { addKeyringKey, createKeyring, openKeyring } from './keyring.ts'

const POSIX = process.platform !== 'win32'
const SERVER = { owner: 'server' } as const
const KEY_A = Buffer.alloc(32, 0xaa).toString('base64')
const KEY_B = Buffer.alloc(32, 0xbb).toString('base64')

let directory: string
let path: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyring-'))
  path = join(directory, 'secrets', 'keyring.json')
})

afterEach(() => rm(directory, { recursive: true, force: true }))

const modeOf = async (file: string) => (await stat(file)).mode & 0o777
const write = async (content: string) => {
  await mkdir(join(directory, 'secrets'), { recursive: true })
  await writeFile(path, content, { mode: 0o400 })
}
const keyring = (change: object = {}) =>
  JSON.stringify({ version: 1, current: 'local:1', keys: { 'local:1': KEY_A }, ...change })

describe('creating', () => {
  test('writes the documented form with owner-only permissions and leaves no other file', async () => {
    const { created, keys } = await createKeyring(path)
    expect(created).toBe(true)
    expect(keys.current.id).toBe('local:1')
    expect(keys.ids()).toEqual(['local:1'])
    const content = JSON.parse(await readFile(path, 'utf8'))
    expect(content).toEqual({ version: 1, current: 'local:1', keys: { 'local:1': expect.any(String) } })
    expect(Buffer.from(content.keys['local:1'], 'base64')).toHaveLength(32)
    expect(await readdir(join(directory, 'secrets'))).toEqual(['keyring.json'])
  })

  test.runIf(POSIX)('gives the file 0400 and every new directory 0700', async () => {
    path = join(directory, 'a', 'b', 'keyring.json')
    await createKeyring(path)
    expect(await modeOf(path)).toBe(0o400)
    expect(await modeOf(join(directory, 'a', 'b'))).toBe(0o700)
    expect(await modeOf(join(directory, 'a'))).toBe(0o700)
  })

  test('leaves an existing keyring unchanged', async () => {
    await createKeyring(path)
    const before = await readFile(path)
    const { created, keys } = await createKeyring(path)
    expect(created).toBe(false)
    expect(keys.current.id).toBe('local:1')
    expect((await readFile(path)).equals(before)).toBe(true)
  })

  test('does not replace a damaged keyring', async () => {
    await write('{')
    await expect(createKeyring(path)).rejects.toMatchObject({ code: 'keyring_malformed' })
    expect(await readFile(path, 'utf8')).toBe('{')
  })

  test('thirty concurrent calls create one keyring, which all of them use', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, () => createKeyring(path)))
    expect(results.filter(({ created }) => created)).toHaveLength(1)
    const canary = await makeCanary(await openKeyring(path))
    for (const { keys } of results) await checkCanary(keys, canary)
    expect(await readdir(join(directory, 'secrets'))).toEqual(['keyring.json'])
  })

  test('several concurrent processes create one keyring, which all of them use', { timeout: 120_000 }, async () => {
    const racer = `
      import { createKeyring } from './keyring.ts'
      import { makeCanary } from '../key-service.ts'
      process.stdout.write('ready\\n')
      await new Promise((go) => process.stdin.once('data', go))
      const made = await Promise.all(Array.from({ length: 5 }, () => createKeyring(${JSON.stringify(path)})))
      const canaries = await Promise.all(made.map(({ keys }) => makeCanary(keys)))
      const answer = { created: made.filter(({ created }) => created).length, canaries: canaries.map(({ sealed }) => sealed.toString('hex')) }
      process.stdout.write(JSON.stringify(answer) + '\\n', () => process.exit())
    `
    const program = join(directory, 'racer.mjs')
    await bundleProgram(racer, { from: import.meta.url, outfile: program })
    const processes = Array.from({ length: 3 }, () => {
      const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      return { child, ready: once(child.stdout, 'data'), closed: once(child, 'close'), output: () => output }
    })
    await Promise.all(processes.map(({ ready }) => ready))
    for (const { child } of processes) child.stdin.write('go\n')
    await Promise.all(processes.map(({ closed }) => closed))
    const answers = processes.map(({ output }) => JSON.parse(output().split('\n')[1]!))
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(1)
    const keys = await openKeyring(path)
    for (const sealed of answers.flatMap(({ canaries }) => canaries)) {
      await checkCanary(keys, { kekId: 'local:1', sealed: Buffer.from(sealed, 'hex') })
    }
  })

  test('reports a path where no file can be created', async () => {
    await writeFile(join(directory, 'secrets'), 'a file where a directory should be')
    await expect(createKeyring(path)).rejects.toMatchObject({ code: 'keyring_unwritable' })
  })
})

describe('adding a key', () => {
  test('makes the new key current, and everything sealed before still opens', async () => {
    const { keys: before } = await createKeyring(path)
    const { dataKey, wrappedKey, kekId } = await wrapDataKey(before, SERVER)
    const canary = await makeCanary(before)
    expect(await addKeyringKey(path)).toBe('local:2')

    const after = await openKeyring(path)
    expect(after.current.id).toBe('local:2')
    expect(after.ids()).toEqual(['local:1', 'local:2'])
    expect((await unwrapDataKey(after, wrappedKey, kekId, SERVER)).equals(dataKey)).toBe(true)
    await checkCanary(after, canary)

    const moved = await rewrap(after, wrappedKey, kekId, SERVER)
    expect(moved.kekId).toBe('local:2')
    expect((await unwrapDataKey(after, moved.wrappedKey, moved.kekId, SERVER)).equals(dataKey)).toBe(true)
    await expect(unwrapDataKey(before, moved.wrappedKey, moved.kekId, SERVER)).rejects.toMatchObject({
      code: 'kek_unknown',
    })
  })

  test('keeps the mode and leaves no other file', async () => {
    await createKeyring(path)
    await addKeyringKey(path)
    expect(await modeOf(path)).toBe(POSIX ? 0o400 : 0o444)
    expect(await readdir(join(directory, 'secrets'))).toEqual(['keyring.json'])
  })

  test('numbers the new key after the highest one, not after the current one', async () => {
    await write(keyring({ keys: { 'local:1': KEY_A, 'local:7': KEY_B } }))
    expect(await addKeyringKey(path)).toBe('local:8')
  })

  test('two concurrent calls lose no key that was announced', async () => {
    await createKeyring(path)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => addKeyringKey(path)))
    const announced = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(announced.length).toBeGreaterThan(0)
    expect(new Set(announced).size).toBe(announced.length)
    expect((await openKeyring(path)).ids()).toEqual(['local:1', ...announced.toSorted()])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    for (const reason of refused) expect(reason).toMatchObject({ code: 'keyring_locked' })
  })

  test('reports a lock file whose owner cannot be checked from here', async () => {
    await createKeyring(path)
    await writeFile(`${path}.lock`, '')
    await expect(addKeyringKey(path)).rejects.toMatchObject({
      code: 'keyring_locked',
      message: expect.stringContaining(`${path}.lock`),
    })
    expect(await readdir(join(directory, 'secrets'))).toContain('keyring.json.lock')
  })

  test('needs a keyring', async () => {
    await mkdir(join(directory, 'secrets'))
    await expect(addKeyringKey(path)).rejects.toMatchObject({ code: 'keyring_missing' })
    expect(await readdir(join(directory, 'secrets'))).toEqual([])
  })
})

describe('opening', () => {
  test('a handwritten keyring', async () => {
    await write(keyring({ keys: { 'local:1': KEY_A, 'local:2': KEY_B } }))
    const keys = await openKeyring(path)
    expect(keys.current.id).toBe('local:1')
    expect(keys.get('local:2').id).toBe('local:2')
    expect(() => keys.get('local:3')).toThrow(expect.objectContaining({ code: 'kek_unknown' }))
  })

  // Mounted secrets are symbolic links to the file of the current version.
  test.runIf(POSIX)('checks the mode of the file behind a symbolic link', async () => {
    await createKeyring(path)
    const other = join(directory, 'mounted.json')
    await symlink(path, other)
    expect((await openKeyring(other)).ids()).toEqual(['local:1'])
    await chmod(path, 0o440)
    await expect(openKeyring(other)).rejects.toMatchObject({ code: 'keyring_permissions' })
  })

  test('reports a missing keyring', async () => {
    await expect(openKeyring(path)).rejects.toMatchObject({ code: 'keyring_missing' })
  })

  test.each([
    ['an empty file', ''],
    ['no JSON', '{"version": 1,'],
    ['JSON of another kind', '[]'],
    ['another version', keyring({ version: 2 })],
    ['an unknown field', keyring({ note: 'x' })],
    ['no keys', keyring({ keys: {} })],
    ['a current key that does not exist', keyring({ current: 'local:2' })],
    ['a key id of an unknown form', keyring({ keys: { 'local:1': KEY_A, 'aws:1': KEY_B } })],
    ['the key id local:0', keyring({ current: 'local:0', keys: { 'local:0': KEY_A } })],
    ['a short key', keyring({ keys: { 'local:1': Buffer.alloc(31, 1).toString('base64') } })],
    ['a long key', keyring({ keys: { 'local:1': Buffer.alloc(33, 1).toString('base64') } })],
    ['an all-zero key', keyring({ keys: { 'local:1': Buffer.alloc(32).toString('base64') } })],
    ['an all-zero key beside a good one', keyring({ keys: { 'local:1': KEY_A, 'local:2': 'A'.repeat(43) + '=' } })],
    ['one key twice', keyring({ keys: { 'local:1': KEY_A, 'local:2': KEY_A } })],
    ['a key in hex', keyring({ keys: { 'local:1': 'ab'.repeat(32) } })],
    ['base64 that is not canonical', keyring({ keys: { 'local:1': 'q'.repeat(42) + 'r=' } })],
    ['a key that is not a string', keyring({ keys: { 'local:1': 1 } })],
    ['an oversized file', keyring() + ' '.repeat(65 * 1024)],
  ])('rejects %s without quoting it', async (_, content) => {
    await write(content)
    const error = await openKeyring(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'CustodyError', code: 'keyring_malformed' })
    expect((error as Error).cause).toBeUndefined()
    expect((error as Error).message).not.toContain(KEY_A.slice(0, 8))
  })
})

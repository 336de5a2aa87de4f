import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrapDataKey, wrapDataKey } from '../key-service.ts'
import { addKeyringKey, createKeyring, makeKeyringKeyCurrent, openKeyring, retireKeyringKey } from './keyring.ts'

const SERVER = { owner: 'server' } as const
const unused = async () => true

let directory: string
let path: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyring-'))
  path = join(directory, 'keyring.json')
  await createKeyring(path)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const state = async () => {
  const keys = await openKeyring(path)
  return { current: keys.current.id, ids: keys.ids() }
}

test('a standby key unwraps but does not wrap until it is made current', async () => {
  expect(await addKeyringKey(path, { standby: true })).toBe('local:2')
  expect(await state()).toEqual({ current: 'local:1', ids: ['local:1', 'local:2'] })
  const slow = await openKeyring(path)
  await makeKeyringKeyCurrent(path, 'local:2')
  expect(await state()).toEqual({ current: 'local:2', ids: ['local:1', 'local:2'] })
  // A server that opened its keyring before the change reads what is written after it.
  const { wrappedKey, kekId, dataKey } = await wrapDataKey(await openKeyring(path), SERVER)
  expect(kekId).toBe('local:2')
  expect((await unwrapDataKey(slow, wrappedKey, kekId, SERVER)).equals(dataKey)).toBe(true)
})

test('the previous key may become current again', async () => {
  await addKeyringKey(path)
  await makeKeyringKeyCurrent(path, 'local:1')
  expect(await state()).toEqual({ current: 'local:1', ids: ['local:1', 'local:2'] })
})

test('an unused key is retired, the file keeps its mode, and no other file remains', async () => {
  await addKeyringKey(path)
  const asked: string[] = []
  await retireKeyringKey(path, 'local:1', async (id) => asked.push(id) > 0)
  expect(asked).toEqual(['local:1'])
  expect(await state()).toEqual({ current: 'local:2', ids: ['local:2'] })
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o400)
  expect(await readdir(directory)).toEqual(['keyring.json'])
})

test('the number of a retired key is never reused', async () => {
  await addKeyringKey(path)
  await retireKeyringKey(path, 'local:1', unused)
  expect(await addKeyringKey(path)).toBe('local:3')
})

test.each([
  ['a key that rows name', 'local:1', async () => false, 'kek_in_use'],
  ['the current key', 'local:2', unused, 'kek_in_use'],
  ['a key newer than the current one', 'local:3', unused, 'kek_in_use'],
  ['an unknown key', 'local:9', unused, 'kek_unknown'],
  ['a prototype', '__proto__', unused, 'kek_unknown'],
])('does not retire %s, and leaves the file unchanged', async (_, id, isUnused, code) => {
  await addKeyringKey(path)
  await addKeyringKey(path, { standby: true })
  const before = await readFile(path)
  await expect(retireKeyringKey(path, id, isUnused)).rejects.toMatchObject({ name: 'CustodyError', code })
  expect((await readFile(path)).equals(before)).toBe(true)
  expect(await readdir(directory)).toEqual(['keyring.json'])
})

test('retires nothing while the database is unavailable', async () => {
  await addKeyringKey(path)
  const away = () => Promise.reject(new Error('no database'))
  await expect(retireKeyringKey(path, 'local:1', away)).rejects.toThrow('no database')
  expect((await state()).ids).toEqual(['local:1', 'local:2'])
  expect(await readdir(directory)).toEqual(['keyring.json'])
})

test('no other change happens while the database query runs', async () => {
  await addKeyringKey(path)
  await retireKeyringKey(path, 'local:1', async () => {
    await expect(addKeyringKey(path)).rejects.toMatchObject({ code: 'keyring_locked' })
    return true
  })
  expect((await state()).ids).toEqual(['local:2'])
})

test('an unknown key does not become current', async () => {
  await expect(makeKeyringKeyCurrent(path, 'local:2')).rejects.toMatchObject({ code: 'kek_unknown' })
  await writeFile(`${path}.lock`, '')
  await expect(makeKeyringKeyCurrent(path, 'local:1')).rejects.toMatchObject({ code: 'keyring_locked' })
  expect((await state()).current).toBe('local:1')
})

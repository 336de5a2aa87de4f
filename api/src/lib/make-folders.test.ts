import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolders } from './make-folders.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-folders-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('creates the missing folders with owner-only permissions and resolves with the topmost', async () => {
  expect(await makeFolders(join(folder, 'a/b/c'))).toBe(join(folder, 'a'))
  for (const path of ['a', 'a/b', 'a/b/c']) expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700)
  expect(await makeFolders(join(folder, 'a/b/c'))).toBeUndefined()
})

test('refuses to create a folder at or below a file', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(makeFolders(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolders(join(folder, 'file/data/more'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')('rejects where the file system cannot hold folders', async () => {
  await expect(makeFolders('/proc/openauth/data')).rejects.toMatchObject({ code: 'ENOENT' })
})

import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retainAssets } from './player-assets.ts'
import { makeBuild, temporaryFolder } from './player.testing.ts'

const script = `export const old = ${'1 + '.repeat(500)}1`

const folders: string[] = []
const kept = <T extends string>(folder: T): T => {
  folders.push(folder)
  return folder
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describe('the retained files', () => {
  const day = 86_400_000
  let folder: string
  let build: string
  beforeAll(async () => {
    build = join(kept(await makeBuild({ 'assets/a-1.js': script })), 'assets')
  })
  const path = (name: string) => join(folder, name)
  const aged = async (name: string, days: number) => {
    await writeFile(path(name), 'old')
    const time = new Date(Date.now() - days * day)
    await utimes(path(name), time, time)
  }

  test('are removed 30 days after the last server that had them, as are incomplete copies', async () => {
    folder = kept(await temporaryFolder())
    await aged('b-29.js', 29)
    await aged('c-31.js', 31)
    await aged('.a-1.js.broken', 31)
    await retainAssets(build, folder)
    expect((await readdir(folder)).toSorted()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'b-29.js'])
    await retainAssets(build, folder, { now: new Date(Date.now() + 29 * day) })
    await retainAssets(build, folder, { now: new Date(Date.now() + 58 * day) })
    expect((await readdir(folder)).toSorted()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz'])
  })

  test('a truncated file is restored', async () => {
    folder = kept(await temporaryFolder())
    await writeFile(path('a-1.js'), script.slice(0, 10))
    await retainAssets(build, folder)
    expect(await readFile(path('a-1.js'), 'utf8')).toBe(script)
  })

  test('a file is complete or absent during a copy', async () => {
    folder = kept(await temporaryFolder())
    const size = 50_000_000
    await writeFile(join(build, 'big-1.js'), Buffer.alloc(size))
    const sizes = new Set<number | undefined>()
    let isDone = false
    const done = retainAssets(build, folder).finally(() => (isDone = true))
    while (!isDone) sizes.add((await stat(path('big-1.js')).catch(() => undefined))?.size)
    await done
    await rm(join(build, 'big-1.js'))
    expect([...sizes].filter((seen) => seen !== undefined && seen !== size)).toEqual([])
    expect(sizes.size).toBeGreaterThan(0)
  })

  test('ten servers that start concurrently over one folder all succeed and leave no temporary file', async () => {
    folder = kept(await temporaryFolder())
    await Promise.all(Array.from({ length: 10 }, () => retainAssets(build, folder)))
    expect((await readdir(folder)).toSorted()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz'])
    expect(await readFile(path('a-1.js'), 'utf8')).toBe(script)
  })
})

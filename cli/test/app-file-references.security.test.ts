import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseAppFile } from '../src/app-file/parse-file.ts'
import { resolveSecrets } from '../src/app-file/resolve-secrets.ts'
import { temporaryFolder } from './cli.ts'

/** What the reference of a file leads to, for an app without stored secrets. */
const resolve = async (reference: string, { env = {}, folder = '/' } = {}) => {
  const text = `openauth: 1\nname: A\nloginMethods:\n  google:\n    clientSecret: ${reference}\n`
  const file = parseAppFile('app.yaml', text)
  const remote = { values: {}, secrets: new Map() } as unknown as Parameters<typeof resolveSecrets>[1]['remote']
  const given = { file, remote, differences: [] }
  const { values, missing } = await resolveSecrets({ env, folder }, given, { keep: false, send: false })
  return { value: values.get('loginMethods.google.clientSecret'), missing }
}

test.each(['constructor', '__proto__', 'toString'])('{ env: %s } is no variable that is set', async (name) => {
  const { value, missing } = await resolve(`{ env: ${name} }`)
  expect(value).toBeUndefined()
  expect(missing).toEqual([expect.stringContaining(`{ env: ${name} } is not set, or empty`)])
})

test.runIf(process.platform !== 'win32')(
  '{ file: /dev/zero }, which never ends, is too long for a secret',
  async () => {
    const { missing } = await resolve('{ file: /dev/zero }')
    expect(missing).toEqual([expect.stringContaining('is too long for a secret')])
  },
)

test('a secret of 64 KB is taken, and one of a byte more is not', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'longest'), 'a'.repeat(65_536))
  await writeFile(join(folder, 'longer'), 'a'.repeat(65_537))
  expect((await resolve('{ file: longest }', { folder })).value).toHaveLength(65_536)
  expect((await resolve('{ file: longer }', { folder })).missing).toHaveLength(1)
})

test.runIf(process.platform !== 'win32')('a pipe, as a shell gives for a command, is read', async () => {
  const folder = await temporaryFolder()
  await promisify(execFile)('mkfifo', [join(folder, 'pipe')])
  const [{ value }] = await Promise.all([
    resolve('{ file: pipe }', { folder }),
    writeFile(join(folder, 'pipe'), 'of a command\n'),
  ])
  expect(value).toBe('of a command')
})

import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesWorld } from './app-file.testing.ts'

const { world, admin, fullApp, pulled, run } = filesWorld()

describe('pull', () => {
  test('writes the whole app, and the same bytes again', async () => {
    const { app, path, text } = await pulled()
    for (const part of [
      `openauth: 1\nname: ${app.name}\n`,
      '  redirectOrigins:\n    - https://a.example\n    - https://b.example\n',
      '  google:\n    enabled: true\n    clientId: google-id\n    clientSecret: { env: APP_GOOGLE_CLIENT_SECRET }\n',
      '      ru: Привет\n',
      '    clientSecret: { env: APP_OKTA_CLIENT_SECRET }\n',
      '    - { token: solana:native, perTransaction: null, perDay: "5000" }\n',
      '  - network: base\n    address: native\n    symbol: COIN\n',
      '    rewards: [ 1, 2, 3 ]\n',
      '    startsAt: 2090-02-02T03:04:05.000Z\n',
    ])
      expect(text).toContain(part)
    expect(text.indexOf('key: read')).toBeLessThan(text.indexOf('key: code'))
    const again = await run('pull', path)
    expect([again.code, again.stderr]).toEqual([0, `${path} is up to date with “${app.name}”.\n`])
    expect(await readFile(path, 'utf8')).toBe(text)
    const { stdout } = await world.openauth(['apps', 'pull', app.id, '--file', '-'])
    expect(stdout).toBe(text)
    expect((await stat(path)).mode & 0o077).toBe(0o666 & 0o077 & ~process.umask())
  })

  test('keeps comments, references, CRLF and the order of keys of a file', async () => {
    const { app, path, text } = await pulled()
    const own = text
      .replace('openauth: 1', '# ours\nopenauth: 1')
      .replace(
        'clientSecret: { env: APP_GOOGLE_CLIENT_SECRET }',
        'clientSecret: { file: secrets/google.txt } # rotated yearly',
      )
      .replace('  - key: code\n', '  # asks for a code\n  - key: code\n')
      .replace('    clientKey: null\n', '    clientKey: null\n    clientSecret: { env: LATER }\n')
      .replaceAll('\n', '\r\n')
    await writeFile(path, own)
    expect((await run('pull', path)).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(own)
    await admin().apps.update({ id: app.id, description: 'New' })
    await run('pull', path)
    expect(await readFile(path, 'utf8')).toBe(own.replace(/description: "A .*/, 'description: New'))
  })

  test('writes the first items of a list as those of a new file', async () => {
    const { app, path, text } = await pulled()
    const empty = text
      .replace(/knownTokens:\n[^]*?\n\n/, 'knownTokens: []\n\n')
      .replace(/  texts:\n[^]*?\n\n/, '  texts: {}\n\n')
    await writeFile(path, empty)
    expect((await run('pull', path, [app.id, '--overwrite'])).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test('does not write one app over the file of another', async () => {
    const { path, text } = await pulled()
    const other = await fullApp()
    const { code, stderr } = await run('pull', path, [other.id])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`not of “${other.name}”`)])
    expect(await readFile(path, 'utf8')).toBe(text)
    expect((await run('pull', path, [other.id, '--overwrite'])).code).toBe(0)
  })
})

test('what was remembered of a pull is for its owner alone, and has no secret', async () => {
  await pulled()
  const folder = join(world.home, 'openauth', 'pulled')
  const files = await readdir(folder)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0)
    expect(await readFile(join(folder, file), 'utf8')).not.toContain('hidden-')
  }
})

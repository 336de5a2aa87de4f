import { chmod, link, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../api/src/testing.ts'
import { type CliResult, createOperator } from './cli.ts'

let home: string
let server: TestServer
let app: TestApp
let openauth: (argv: string[]) => Promise<CliResult>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Files')
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const row = {
  externalId: 'refused',
  identities: [{ provider: 'username', subject: 'admin' }],
  passwordHash: `$2b$04$${'a'.repeat(53)}`,
}
const at = (name: string) => join(home, name)
const run = (file: string, refused: string) =>
  openauth(['users', 'import', file, '--app', app.id, '--refused', refused])

test('refused rows, which may have hashes, are of their owner alone, also in a file that others could read', async () => {
  await writeFile(at('users.ndjson'), `${JSON.stringify(row)}\n`)
  for (const name of ['new.ndjson', 'old.ndjson']) {
    if (name.startsWith('old')) {
      await writeFile(at(name), 'of an earlier import\n')
      await chmod(at(name), 0o644)
    }
    expect((await run(at('users.ndjson'), at(name))).code).toBe(1)
    expect(await readFile(at(name), 'utf8')).toContain('$2b$04$')
    expect((await stat(at(name))).mode & 0o777).toBe(0o600)
  }
})

test('a file that is imported is not replaced by its own refused rows, by whatever name', async () => {
  const content = `${JSON.stringify(row)}\n`.repeat(1000)
  await writeFile(at('own.ndjson'), content)
  await symlink(at('own.ndjson'), at('symlink.ndjson'))
  await link(at('own.ndjson'), at('link.ndjson'))
  for (const name of ['own.ndjson', 'symlink.ndjson', 'link.ndjson']) {
    const { code, stderr } = await run(at('own.ndjson'), at(name))
    expect([code, stderr]).toEqual([2, expect.stringContaining('is the file that is imported')])
    expect(await readFile(at('own.ndjson'), 'utf8')).toBe(content)
  }
})

test('a row with a name that JavaScript gives objects is refused by itself, and changes nothing', async () => {
  await writeFile(at('proto.csv'), 'externalId,__proto__,constructor\nproto-1,{},x\n')
  expect((await run(at('proto.csv'), at('r1.ndjson'))).code).not.toBe(0)
  const rows = [
    '{"externalId":"proto-2","__proto__":{"disabled":true},"identities":[]}',
    '{"externalId":"proto-3","identities":[{"provider":"email","subject":{"constructor":{"prototype":1}}}]}',
    String.raw`{"externalId":"proto-4","displayName":"\"__proto__\":"}`,
  ]
  await writeFile(at('proto.ndjson'), `${rows.join('\n')}\n`)
  await run(at('proto.ndjson'), at('r2.ndjson'))
  expect(await readFile(at('r2.ndjson'), 'utf8')).toMatch(
    /__proto__, which no user has[^]*constructor, which no user has/,
  )
  expect(({} as { disabled?: boolean }).disabled).toBeUndefined()
  const { data } = await app.client.appUsers.list({})
  expect(data.map(({ externalId }) => externalId)).toEqual(['proto-4'])
})

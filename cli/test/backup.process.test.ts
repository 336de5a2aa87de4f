import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestServer,
} from '../../api/src/testing.ts'
import { createOperator, type CliResult, type EnvironmentOptions } from './cli.ts'

let home: string
let server: TestServer
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
const passphrase = 'a passphrase of five words'
const secrets = { OPENAUTH_PASSWORD: adminCredentials.password, OPENAUTH_BACKUP_PASSPHRASE: passphrase }
const at = (name: string) => join(home, name)
const host = () => new URL(server.url).host

const signIn = async () => {
  const token = await signInAsAdmin(server)
  const { username } = adminCredentials
  await openauth(['login', '--username', username], { env: { OPENAUTH_PASSWORD: adminCredentials.password } })
  return token
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-backup-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const env = { OPENAUTH_ENDPOINT: server.url, ...secrets }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
  const app = await createTestApp(server, await signIn(), 'Kept')
  await signInAs(server, app.id, 'ada')
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

test('a backup is an age file of its owner alone, which verify reads without a server', async () => {
  const { code, stderr, stdout } = await openauth(['backup', at('first.age'), '--json'])
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('The keys are not in it') })
  expect(JSON.parse(stdout)).toMatchObject({ file: at('first.age'), rows: expect.any(Number), keks: 'local:1' })
  const content = await readFile(at('first.age'))
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect((await stat(at('first.age'))).mode & 0o777).toBe(0o600)
  const offline = { env: { OPENAUTH_ENDPOINT: 'http://127.0.0.1:1' } }
  const verified = await openauth(['backup', 'verify', at('first.age'), '--json'], offline)
  expect({ ...verified, stdout: JSON.parse(verified.stdout) as unknown }).toMatchObject({
    code: 0,
    stdout: { tables: expect.any(Number), createdAt: expect.any(Number) },
  })
  const utc = await openauth(['backup', 'verify', at('first.age'), '--utc'], offline)
  expect(utc.stdout).toMatch(/created-at +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\n/)
  expect((await readdir(home)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('verify takes the passphrase by its flag, which the command above has too', async () => {
  await writeFile(at('phrase'), 'a passphrase of its own\n')
  const given = ['--passphrase', `@${at('phrase')}`]
  expect(await openauth(['backup', at('flagged.age'), ...given])).toMatchObject({ code: 0 })
  expect(await openauth(['backup', 'verify', at('flagged.age'), ...given])).toMatchObject({ code: 0 })
  expect(await openauth(['backup', 'verify', at('flagged.age')])).toMatchObject({ code: 1 })
})

test('a backup for recipients opens with their identity only', async () => {
  const [own, other] = [await generateIdentity(), await generateIdentity()]
  await writeFile(at('own.txt'), `# a comment\n${own}\n`)
  await writeFile(at('other.txt'), `${other}\n`)
  const made = await openauth(['backup', at('second.age'), '--recipient', await identityToRecipient(own)])
  expect(made).toMatchObject({ code: 0 })
  expect((await openauth(['backup', 'verify', at('second.age'), '--identity', at('own.txt')])).code).toBe(0)
  const closed = await openauth(['backup', 'verify', at('second.age'), '--identity', at('other.txt')])
  expect(closed).toMatchObject({ code: 1, stderr: expect.stringContaining('does not open') })
})

test('wrong passphrases, damaged, short and foreign files are refused in a line each', async () => {
  const wrong = await openauth(['backup', 'verify', at('first.age')], {
    env: { OPENAUTH_BACKUP_PASSPHRASE: 'another passphrase' },
  })
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('does not open') })
  const content = await readFile(at('first.age'))
  const changed = Buffer.from(content)
  changed[content.length - 5]! ^= 1
  await writeFile(at('changed.age'), changed)
  await writeFile(at('short.age'), content.subarray(0, content.length - 70_000))
  await writeFile(at('foreign.age'), 'PK\x03\x04')
  for (const name of ['changed.age', 'short.age', 'foreign.age', 'none.age'])
    expect(await openauth(['backup', 'verify', at(name)])).toMatchObject({ code: 1, stdout: '' })
})

test('nothing is overwritten, short passphrases and secrets in arguments are refused', async () => {
  const existing = { code: 2, stderr: expect.stringContaining('exists') }
  expect(await openauth(['backup', at('first.age')])).toMatchObject(existing)
  // Before the passphrase is asked for.
  const unasked = { env: { OPENAUTH_BACKUP_PASSPHRASE: '', OPENAUTH_PASSWORD: '' } }
  expect(await openauth(['backup', at('first.age')], unasked)).toMatchObject(existing)
  expect((await openauth(['backup', at('third.age')], { env: { OPENAUTH_BACKUP_PASSPHRASE: 'short' } })).code).toBe(2)
  const literal = await openauth(['backup', at('third.age'), '--passphrase', 'hunter2hunter2'])
  expect(literal).toMatchObject({ code: 2, stderr: expect.not.stringContaining('hunter2') })
  const password = await openauth(['backup', at('third.age')], { env: { OPENAUTH_PASSWORD: 'not the password' } })
  expect(password).toMatchObject({ code: 1, stderr: expect.stringContaining('Incorrect password') })
  expect((await readdir(home)).filter((name) => name.startsWith('third'))).toEqual([])
})

test('a restore wants the name of the server, and puts back what was', async () => {
  const unnamed = await openauth(['restore', at('first.age')])
  expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining(`--confirm ${host()}`) })
  expect((await openauth(['restore', at('first.age'), '--confirm', 'another.example'])).code).toBe(2)
  await openauth(['apps', 'create', 'Made later'])
  const { code, stdout, stderr } = await openauth(['restore', at('first.age'), '--confirm', host(), '--json'])
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('All sessions have ended') })
  expect(JSON.parse(stdout)).toMatchObject({ rows: expect.any(Number), migrated: [] })
  const { rows } = await server.resources.db.pool.query<{ name: string }>('SELECT name FROM "App"')
  expect(rows).toEqual([{ name: 'Kept' }])
  expect((await openauth(['apps', 'list'])).code).toBe(4)
  await signIn()
  const status = await openauth(['db', 'status', '--json'])
  expect(JSON.parse(status.stdout)).toMatchObject({
    lastBackupAt: expect.any(Number),
    lastRestoreAt: expect.any(Number),
  })
})

test('the keyring is backed up on its machine, and put back where none is', async () => {
  const data = { OPENAUTH_DATA_DIR: server.settings.dataDir }
  const keyring = join(server.settings.dataDir, 'keys', 'keyring.json')
  expect(await openauth(['keys', 'backup', at('keys.age')], { env: data })).toMatchObject({ code: 0 })
  expect((await readFile(at('keys.age'))).includes('local:1')).toBe(false)
  const refused = await openauth(['keys', 'restore', at('keys.age')], { env: data })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('never replaced') })
  expect((await openauth(['keys', 'restore', at('keys.age'), '--keyring', at('back.json')])).code).toBe(0)
  expect(await readFile(at('back.json'))).toEqual(await readFile(keyring))
  const elsewhere = await openauth(['keys', 'backup', at('none.age')], { env: { OPENAUTH_KEK: 'aws-kms' } })
  expect(elsewhere).toMatchObject({ code: 0, stderr: expect.stringContaining('AWS KMS') })
  expect((await openauth(['keys', 'restore', at('first.age'), '--keyring', at('wrong.json')])).code).toBe(1)
})

test('doctor lists what it found with remedies, without a secret, and ends with 1 for problems', async () => {
  const { code, stdout } = await openauth(['doctor', '--json'])
  const findings = JSON.parse(stdout) as { check: string; status: string; remedy: string | null }[]
  const of = (check: string) => findings.find((finding) => finding.check === check)
  expect(of('database')).toMatchObject({ status: 'ok' })
  expect(of('migrations')).toMatchObject({ status: 'ok' })
  expect(of('clocks')).toMatchObject({ status: 'ok' })
  expect(of('backup')).toMatchObject({ status: 'ok' })
  expect(of('keys')).toMatchObject({ status: 'ok' })
  expect(findings.filter(({ status, remedy }) => status !== 'ok' && !remedy && status !== 'unknown')).toEqual([])
  expect(code).toBe(findings.some(({ status }) => status === 'problem') ? 1 : 0)
  expect(stdout).not.toContain(adminCredentials.password)
  expect((await openauth(['doctor'])).stdout).toMatch(/✓ database: PostgreSQL/)
  expect(
    (await openauth(['doctor'], { env: { OPENAUTH_ENDPOINT: 'http://127.0.0.1:1', OPENAUTH_TOKEN: 'a.b.c' } })).code,
  ).toBe(2)
})

test('logs tail prints lines of the log without secrets, where the server allows it; db migrate says what is due', async () => {
  expect(await openauth(['logs', 'tail'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('OPENAUTH_LOG_TAIL'),
  })
  expect(await openauth(['db', 'migrate'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Nothing is due'),
  })
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const telling = await testServer({ OPENAUTH_LOG_TAIL: 'on', LOG_LEVEL: 'debug' })
  const env = { OPENAUTH_ENDPOINT: telling.url, OPENAUTH_TOKEN: await signInAsAdmin(telling) }
  const { code, stdout } = await openauth(['logs', 'tail', '--lines', '2'], { env })
  expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 2 })
  expect(stdout).toMatch(/DEBUG answered .*path=\/admin\/login status=200/)
  const none = await openauth(['logs', 'tail', '--level', 'fatal'], { env })
  expect(none).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No lines of the level fatal') })
  expect((await openauth(['logs', 'tail', '--level', 'loud'], { env })).code).toBe(2)
  expect(output).toHaveBeenCalledWith(expect.stringContaining('"msg":"answered"'))
  await telling.stop()
  output.mockRestore()
})

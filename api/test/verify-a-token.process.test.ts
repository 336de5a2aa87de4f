import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../src/paths.ts'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../src/testing.ts'

/** Beside node_modules, so that the Node program finds jose. */
const folder = join(root, 'node_modules/.cache/openauth/verify-a-token')
const PYTHON_LIBRARY = 'pyjwt[crypto]==2.15.1'
const pythonPath = join(folder, PYTHON_LIBRARY.replace(/\W+/g, '-'))

/** Compiled: one compilation takes longer than all its runs. */
const goProgram = join(folder, 'verify-go')
const go = process.env['OPENAUTH_TEST_GO']

const run = promisify(execFile)

/** The page's code block in a language. */
const programIn = (page: string, language: string): string => {
  const [, program] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? []
  if (!program) throw new Error(`docs/verify-a-token.md has no program in ${language}`)
  return program
}

/** Downloaded once, and moved into place as a whole. */
const installPythonLibrary = async () => {
  if (existsSync(pythonPath)) return
  const partial = `${pythonPath}.${process.pid}`
  await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', partial, PYTHON_LIBRARY])
  await rename(partial, pythonPath).catch(() => rm(partial, { recursive: true, force: true }))
}

/** Go keeps what it has compiled below HOME. */
const compileGoProgram = async (compiler: string) =>
  run(compiler, ['build', '-o', goProgram, join(folder, 'verify.go')], {
    env: { PATH: process.env['PATH'], HOME: join(folder, 'go-home') },
  })

let server: TestServer
let adminToken: string
let app: TestApp
let other: TestApp
beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Partner')
  other = await createTestApp(server, adminToken, 'Other')
  const page = await readFile(join(root, 'docs/verify-a-token.md'), 'utf8')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'verify.mjs'), programIn(page, 'js'))
  await writeFile(join(folder, 'verify.py'), programIn(page, 'python'))
  await writeFile(join(folder, 'verify.sh'), programIn(page, 'sh'))
  await writeFile(join(folder, 'verify.go'), programIn(page, 'go'))
  await installPythonLibrary()
  if (go) await compileGoProgram(go)
})
afterAll(() => server.stop())

const environment = (token: string, url = server.url) => ({
  PATH: process.env['PATH'],
  PYTHONPATH: pythonPath,
  TOKEN: token,
  OPENAUTH_URL: url,
  OPENAUTH_APP_ID: app.id,
  OPENAUTH_APP_SECRET: app.secret,
})

const verify = async ([program, ...args]: Command, token: string, url?: string): Promise<string> => {
  const { stdout } = await run(program, [...args, token], { env: environment(token, url) })
  return stdout.trim()
}

const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A server that has a key of this test's, which signs what a real one does not. */
const forgery = async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const named = { kid: 'forged', alg: 'EdDSA' }
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...named, use: 'sig' }] })
  const http = createServer((_, response) => response.setHeader('content-type', 'application/json').end(keys))
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const now = Math.floor(Date.now() / 1000)
  /** A good token but for the claims and header fields that are given. An undefined one is left out. */
  const sign = (claims: object, header: object = {}) => {
    const good = { iss: 'openauth', aud: app.id, sub: 'ada', iat: now, exp: now + 600 }
    const signed = `${encodePart({ ...named, typ: 'JWT', ...header })}.${encodePart({ ...good, ...claims })}`
    return `${signed}.${signBytes(null, Buffer.from(signed), privateKey).toString('base64url')}`
  }
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, now, sign, stop: () => http.close() }
}

type Command = [program: string, ...args: string[]]
const programs: [language: string, command: Command][] = [
  ['Node', [process.execPath, join(folder, 'verify.mjs')]],
  ['Python', ['python3', join(folder, 'verify.py')]],
  ...(go ? [['Go', [goProgram]] satisfies [string, Command]] : []),
]

describe.each(programs)('P6: the program for %s in docs/verify-a-token.md', (language, command) => {
  test('prints the user of a token, also of one under a new key', async () => {
    const user = await signInAs(server, app.id, `early in ${language}`)
    expect(await verify(command, user.token)).toBe(user.id)
    await server.as(adminToken).signingKeys.rotate({ overlapSeconds: 0 })
    const later = await signInAs(server, app.id, `later in ${language}`)
    expect(await verify(command, later.token)).toBe(later.id)
    expect(await verify(command, user.token)).toBe(user.id)
  })

  test('refuses a token of another app, an admin token, a changed token and an unsigned one', async () => {
    const stranger = await signInAs(server, other.id, `stranger in ${language}`)
    const { token } = await signInAs(server, app.id, `changed in ${language}`)
    const [header, payload, signature] = token.split('.') as [string, string, string]
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: stranger.id }
    const changed = [header, encodePart(claims), signature].join('.')
    const unsigned = `${encodePart({ alg: 'none' })}.${payload}.`
    for (const bad of [stranger.token, adminToken, changed, unsigned, ''])
      await expect(verify(command, bad)).rejects.toMatchObject({ code: 1, stdout: '' })
  })

  test('refuses a signed token that is expired, endless, of another issuer, of nobody, or under another key or algorithm', async () => {
    const { url, now, sign, stop } = await forgery()
    onTestFinished(() => void stop())
    expect(await verify(command, sign({}), url)).toBe('ada')
    const bad = [
      sign({ exp: now - 600 }),
      sign({ exp: undefined }),
      sign({ iss: 'another' }),
      sign({ aud: randomUUID() }),
      sign({ aud: undefined }),
      sign({ sub: undefined }),
      sign({}, { kid: 'unknown' }),
      sign({}, { alg: 'ES256' }),
    ]
    for (const token of bad) await expect(verify(command, token, url)).rejects.toMatchObject({ code: 1, stdout: '' })
  })
})

test('P6: the online call in docs/verify-a-token.md detects an ended session', async () => {
  const user = await signInAs(server, app.id, 'online')
  const shown = async () => JSON.parse(await verify(['sh', join(folder, 'verify.sh')], user.token))
  expect(await shown()).toMatchObject({ data: { userId: user.id } })
  await user.client.account.logout()
  expect(await shown()).toMatchObject({ code: 'token_not_valid' })
})

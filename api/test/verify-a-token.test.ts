import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../src/paths.ts'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../src/testing.ts'

/** Beside node_modules, so that the Node program finds jose. */
const folder = join(root, 'node_modules/.cache/openauth/verify-a-token')
const PYTHON_LIBRARY = 'pyjwt[crypto]==2.15.1'
const pythonPath = join(folder, PYTHON_LIBRARY.replace(/\W+/g, '-'))

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
  await installPythonLibrary()
}, 180_000)
afterAll(() => server.stop())

const environment = (token: string) => ({
  ...{ PATH: process.env['PATH'], PYTHONPATH: pythonPath, TOKEN: token },
  ...{ OPENAUTH_URL: server.url, OPENAUTH_APP_ID: app.id, OPENAUTH_APP_SECRET: app.secret },
})

const verify = async (program: string, file: string, token: string): Promise<string> => {
  const { stdout } = await run(program, [join(folder, file), token], { env: environment(token) })
  return stdout.trim()
}

describe.each([
  ['Node', process.execPath, 'verify.mjs'],
  ['Python', 'python3', 'verify.py'],
])('P6: the program for %s in docs/verify-a-token.md', (language, program, file) => {
  test('prints the user of a token, also of one under a new key', async () => {
    const user = await signInAs(server, app.id, `early in ${language}`)
    expect(await verify(program, file, user.token)).toBe(user.id)
    await server.as(adminToken).signingKeys.rotate({ overlapSeconds: 0 })
    const later = await signInAs(server, app.id, `later in ${language}`)
    expect(await verify(program, file, later.token)).toBe(later.id)
    expect(await verify(program, file, user.token)).toBe(user.id)
  })

  test('refuses a token of another app, an admin token, a changed token and an unsigned one', async () => {
    const stranger = await signInAs(server, other.id, `stranger in ${language}`)
    const { token } = await signInAs(server, app.id, `changed in ${language}`)
    const [header, payload, signature] = token.split('.') as [string, string, string]
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: stranger.id }
    const changed = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const bad of [stranger.token, adminToken, changed, unsigned, ''])
      await expect(verify(program, file, bad)).rejects.toMatchObject({ code: 1, stdout: '' })
  })
})

test('P6: the online call in docs/verify-a-token.md detects an ended session', async () => {
  const user = await signInAs(server, app.id, 'online')
  const shown = async () => JSON.parse(await verify('sh', 'verify.sh', user.token))
  expect(await shown()).toMatchObject({ data: { userId: user.id } })
  await user.client.account.logout()
  expect(await shown()).toMatchObject({ code: 'token_not_valid' })
})

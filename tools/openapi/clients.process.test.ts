import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { beforeAll, expect, test } from 'vitest'
import { document } from './document.ts'

const folder = fileURLToPath(new URL('../../node_modules/.cache/openauth/openapi-clients/', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

const writeTypes = async () => {
  const source = astToString(await openapiTS(document as unknown as OpenAPI3))
  await mkdir(join(folder, 'types'))
  await writeFile(join(folder, 'types/schema.ts'), source)
  const use = `import type { operations } from './schema'
type Body = operations['appUsers.findOrCreate']['requestBody']['content']['application/json']
export const byTelegram: Body = { telegram: '123456789' }
export const byName: Body = { username: 'ada', password: 'analytical', externalId: '7' }
// @ts-expect-error a username goes with a password
export const withoutPassword: Body = { username: 'ada' }
`
  await writeFile(join(folder, 'types/use.ts'), use)
}

const writeClient = async () => {
  await createClient({
    input: document,
    output: { path: join(folder, 'client'), tsConfigPath: null },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  const use = `import { appUsersFindOrCreate } from './sdk.gen'
import { createClient } from './client'
const client = createClient({ baseUrl: 'http://127.0.0.1:5566', auth: 'an app secret' })
const { data } = await appUsersFindOrCreate({ client, body: { telegram: '123456789' }, throwOnError: true })
export const id: string = data.data.id
// @ts-expect-error a username goes with a password
await appUsersFindOrCreate({ client, body: { username: 'ada' } })
`
  await writeFile(join(folder, 'client/use.ts'), use)
}

/** What the compiler says of the generated files under its strict rules. */
const typeCheck = async (): Promise<string[]> => {
  const options = { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022' }
  const lib = ['es2023', 'dom', 'dom.iterable']
  const config = { compilerOptions: { ...options, lib, types: [], skipLibCheck: true }, include: ['**/*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const said = await promisify(execFile)(process.execPath, [tsc, '-p', folder], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || stderr || 'ended without a word',
  )
  return said.split('\n').filter((line) => line !== '')
}

let problems: string[]
beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeTypes()
  await writeClient()
  problems = await typeCheck()
})

test('P5: the types of openapi-typescript compile, and tell the bodies of a call apart', () => {
  expect(problems.filter((line) => !line.startsWith('client/'))).toEqual([])
})

test('P5: the client of @hey-api/openapi-ts compiles, and tells the bodies of a call apart', () => {
  expect(problems.filter((line) => !line.startsWith('types/'))).toEqual([])
})

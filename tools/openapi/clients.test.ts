import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { beforeAll, expect, test } from 'vitest'
import { document } from './document.ts'

const folder = fileURLToPath(new URL('../../node_modules/.cache/openauth/openapi-clients/', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** What the compiler says of the files of a folder under its strict rules. */
const typeCheck = async (name: string): Promise<string> => {
  const options = { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022' }
  const lib = ['es2023', 'dom', 'dom.iterable']
  const config = { compilerOptions: { ...options, lib, types: [], skipLibCheck: true }, include: ['**/*.ts'] }
  await writeFile(join(folder, name, 'tsconfig.json'), JSON.stringify(config))
  return promisify(execFile)(process.execPath, [tsc, '-p', join(folder, name)]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'types'), { recursive: true })
})

test('P5: the types of openapi-typescript compile, and tell the bodies of a call apart', async () => {
  const source = astToString(await openapiTS(document as unknown as OpenAPI3))
  await writeFile(join(folder, 'types/schema.ts'), source)
  const use = `import type { operations } from './schema'
type Body = operations['appUsers.findOrCreate']['requestBody']['content']['application/json']
export const byTelegram: Body = { telegram: '123456789' }
export const byName: Body = { username: 'ada', password: 'analytical', externalId: '7' }
// @ts-expect-error a username goes with a password
export const withoutPassword: Body = { username: 'ada' }
`
  await writeFile(join(folder, 'types/use.ts'), use)
  expect(await typeCheck('types')).toBe('')
})

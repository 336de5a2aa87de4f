import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract, type Endpoint, endpoints, listRoutes } from '@openauth/client'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const byName = <E extends Endpoint>(table: Record<string, Record<string, E>>) =>
  Object.fromEntries(
    listRoutes<E>(table as never).map(({ group, verb, route: { method, path, auth, meta } }) => [
      `${group}.${verb}`,
      { method, path, auth, hasMeta: meta !== undefined },
    ]),
  )

test('the contract has a route for each endpoint, and no other', () => {
  expect(byName<Endpoint>(contract)).toEqual(byName<Endpoint>(endpoints))
})

/** The modules of a page that a bundler keeps of some code. */
const modulesOf = async (contents: string): Promise<string[]> => {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    conditions: ['openauth-source'],
    external: ['react', 'react/jsx-runtime'],
  })
  const [output] = Object.values(metafile.outputs)
  return Object.entries(output!.inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path)
}

const folders = ['endpoints', 'facts'].map((name) => `client/src/contract/${name}`)
const files = folders.flatMap((folder) => readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`))

describe('a page does not load zod for', () => {
  test.each([
    ['the client and its queries', "export { createClient, createQueries, fetchTransport } from '@openauth/client'"],
    [
      'the calls of one group',
      "import { endpoints } from '@openauth/client'\nexport const { list } = endpoints.squads",
    ],
    ['the login methods', "export { methods, methodTitles, switchOf, proofMethods } from '@openauth/client'"],
    ['the list of all calls', "export { listRoutes, endpoints } from '@openauth/client'"],
    ['errors and networks', "export { errors, networks, networkFacts, NATIVE, decimalAmount } from '@openauth/client'"],
    ['the React bindings', "export * from '@openauth/client/react'"],
    ...files.map((file) => [file, `export * from './${file}'`]),
  ])('%s', async (_, code) => {
    const modules = await modulesOf(code)
    expect(modules).not.toEqual([])
    expect(modules.filter((path) => path.includes('node_modules/zod/'))).toEqual([])
  })

  test('the files that light.ts leads to, whether all of them is used or not', async () => {
    const { metafile } = await build({
      stdin: { contents: "import '@openauth/client/light'", resolveDir: root, loader: 'ts' },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      conditions: ['openauth-source'],
      ignoreAnnotations: true,
    })
    const paths = Object.keys(metafile.inputs)
    expect(paths).toContain('client/src/contract/facts/users.ts')
    expect(paths.filter((path) => path.includes('node_modules/zod/'))).toEqual([])
  })

  test('… but for what checks values', async () => {
    const modules = await modulesOf("export { GameRules } from '@openauth/client'")
    expect(modules.some((path) => path.includes('node_modules/zod/'))).toBe(true)
  })
})

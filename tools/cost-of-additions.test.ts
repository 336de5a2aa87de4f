import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sourceOfList } from './provider-list.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Source of the programs, without tests, stand-ins and what is made. */
const sources = ['api/src', 'client/src', 'cli/src', 'desktop/src', 'player-web/src', 'ui/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing\.tsx?$|\.generated\.ts$|\/generated\//.test(name)),
)

const codeOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** The files whose code has a name in quotes, or as the name of a property. */
const filesNaming = (name: string): string[] =>
  sources.filter((file) => new RegExp(`'${name}'|^\\s*${name}[:,]`, 'm').test(codeOf(file))).toSorted()

/** Where code names single methods for a reason of its own: formats of other vendors, and examples. */
const named = ['cli/src/users/formats/', 'client/src/openapi/', 'client/src/react/use-method.ts']

test.each(['github', 'twitter'])('a login method such as %s is three files and its logo', (method) => {
  const files = filesNaming(method).filter((file) => !named.some((path) => file.startsWith(path)))
  expect(files).toEqual(
    [
      `api/src/lib/providers/slices/${method}.ts`,
      `client/src/contract/methods/${method}.ts`,
      'client/src/contract/methods/index.ts',
      'client/src/react/method-icon.tsx',
    ].toSorted(),
  )
})

/** Vara is a chain whose name is nothing else's: Solana and Ethereum are login methods and kinds of keys too. */
test('a chain is its two folders, its entry in the contract, and a line each in the lists of docs/add-a-chain.md', () => {
  const own = /^api\/src\/(lib|features\/transfers\/chains)\/vara\//
  expect(filesNaming('vara').filter((file) => !own.test(file))).toEqual(
    [
      // The faucet of the development world.
      'api/src/dev.ts',
      'api/src/chain-settings.ts',
      'api/src/features/transfers/feature.ts',
      // What its commands are called.
      'cli/src/commands/partner.ts',
      'cli/src/commands/user.ts',
      'client/src/contract/chains/vara.ts',
      'client/src/contract/index.ts',
    ].toSorted(),
  )
})

test('another network of a chain is a line in two files, and its token’s name in a third', () => {
  expect(filesNaming('moonbeam')).toEqual([
    'api/src/features/tokens/well-known.ts',
    'api/src/lib/ethereum/chains.ts',
    'client/src/contract/chains/evm.ts',
  ])
})

test('the list of providers has a file for each, and refuses one that no method could be named after', () => {
  expect(sourceOfList(['twitter.ts', 'apple.ts', 'apple.test.ts'])).toContain('slices = {\n  apple,\n  twitter,\n}')
  expect(() => sourceOfList(['apple-secret.ts'])).toThrow('api/src/lib/providers/slices/apple-secret')
})

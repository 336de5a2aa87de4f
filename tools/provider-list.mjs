// Lists the login providers for the server: one import for each file of api/src/lib/providers/slices, with its exact type.
// The list is made and not written by hand, so that a provider is one file; the compiler compares it with the contract.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const folder = 'api/src/lib/providers'

/** From this folder's files, whose names are those of their methods in the contract. */
export const providerFolder = `${folder}/slices`
/** The list. Git ignores it. */
export const providerList = `${folder}/slices.generated.ts`

/**
 * The list's source. Throws for a name that is no login method's.
 * @param {string[]} files names of the folder's files
 */
export const sourceOfList = (files) => {
  const names = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .toSorted()
  const wrong = names.find((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))
  if (wrong !== undefined) throw new Error(`${providerFolder}/${wrong} is not named after a login method`)
  return [
    '// Made by tools/provider-list.mjs of the files in ./slices: `npm run types` makes it again.',
    "import type { RedirectProvider } from '@openauth/client'",
    ...names.map((name) => `import { ${name} } from './slices/${name}.ts'`),
    "import type { ProviderSlice } from './types.ts'",
    '',
    '/** The providers with a redirect login: a file of ./slices for each method of the contract with `redirect`. */',
    'export const slices = {',
    ...names.map((name) => `  ${name},`),
    "} satisfies Record<RedirectProvider, Pick<ProviderSlice, 'addresses'>>",
    '',
  ].join('\n')
}

export const writeProviderList = () =>
  writeFileSync(join(root, providerList), sourceOfList(readdirSync(join(root, providerFolder))))

import { expect, test } from 'vitest'
import { environmentOf, languages, programIn } from '../src/renderer/features/secrets/snippets.tsx'

/** The names of what a program reads from its environment: of the shell, Node.js, Python and Go. */
const READ = /\$([A-Z][A-Z_]+)|process\.env\.([A-Z_]+)|environ\["([A-Z_]+)"\]|Getenv\("([A-Z_]+)"\)/g

test('the environment sets all that the programs read', () => {
  const environment = environmentOf({ address: 'https://x.example', appId: '1', key: 'a key', token: 'a token' })
  const set = [...environment.matchAll(/^export (\w+)=./gm)].map(([, name]) => name)
  const read = languages.flatMap(({ id }) =>
    [...programIn(id).matchAll(READ)].map((found) => found.slice(1).find(Boolean)),
  )
  expect(read).toContain('OPENAUTH_APP_SECRET')
  expect(read.filter((name) => !set.includes(name))).toEqual([])
})

import { readFile } from 'node:fs/promises'
import { OpenAuthProvider, useOpenAuth } from '@openauth/client/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const Probe = () => <p>{useOpenAuth().status}</p>

test('a server renders the page as loading', () => {
  const page = (
    <OpenAuthProvider endpoint="http://127.0.0.1:1" appId="x">
      <Probe />
    </OpenAuthProvider>
  )
  expect(renderToStaticMarkup(page)).toBe('<p>loading</p>')
})

test('a hook outside OpenAuthProvider throws an error that names it', () => {
  expect(() => renderToStaticMarkup(<Probe />)).toThrow('<OpenAuthProvider>')
})

test('the example of the README is the one that is type-checked', async () => {
  const [readme, example] = await Promise.all(
    ['../README.md', 'react/example.tsx'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  )
  expect(readme).toContain(`\`\`\`tsx\n${example}\`\`\`\n`)
})

import { expect, test } from 'vitest'
import { consumeServerIntent } from '../src/react/intent.ts'

const nonce = `login-${'n'.repeat(43)}`

/** A page with a cookie. Assigning to `cookie` replaces all cookies. */
const pageWith = (protocol: string, cookie: string) => ({ location: { protocol }, document: { cookie } })

test('a cookie that another host of the domain can set does not mark a login as started in this browser', () => {
  const tossed = pageWith('https:', `theme=dark; openauth_intent=${nonce}`)
  expect(consumeServerIntent(nonce, tossed)).toBe(false)
  expect(tossed.document.cookie).toContain(nonce)
})

test.each([
  ['https:', '__Host-openauth_intent'],
  ['http:', 'openauth_intent'],
])("over %s the server's own cookie %s marks a login, and is deleted", (protocol, name) => {
  const page = pageWith(protocol, `theme=dark; ${name}=${nonce}`)
  expect(consumeServerIntent(nonce, page)).toBe(true)
  expect(page.document.cookie).toMatch(new RegExp(`^${name}=; path=/; max-age=0`))
})

import { expect, test } from 'vitest'
import { createLinkInbox, linkIn, parseLink } from '../src/main/links.ts'

const unknown = { path: null, server: null }

test.each([
  ['openauth://open/apps', '/apps', null],
  ['OPENAUTH://open/apps/', '/apps', null],
  ['openauth://open/apps/0b1c2d3e-4f50/users/7_x', '/apps/0b1c2d3e-4f50/users/7_x', null],
  ['openauth://open/audit?server=https://Auth.Example.com/', '/audit', 'https://auth.example.com'],
  ['openauth://open/audit?server=https%3A%2F%2Fauth.example.com%2Fbase', '/audit', 'https://auth.example.com/base'],
])('%s names a screen', (text, path, server) => expect(parseLink(text)).toEqual({ path, server }))

test.each([
  'openauth://console/index.html',
  'openauth://open',
  'openauth://open/',
  'openauth://open//apps',
  'openauth://open/apps#/users',
  'openauth://open/apps/%2e%2e/users',
  'openauth://open/apps/../users',
  'openauth://open/apps%2Fusers',
  'openauth://open/javascript:alert(1)',
  'openauth://open/apps?delete=1',
  'openauth://open/apps?server=a.example&server=b.example',
  'openauth://open/apps?server=javascript:alert(1)',
  'openauth://open/apps?server=https://ada:secret@a.example',
  'openauth://ada@open/apps',
  'openauth://open:99/apps',
  'openauth://open.evil.example/apps',
  'openauth:open/apps',
  'https://open/apps',
  '',
  `openauth://open/${'a/'.repeat(1100)}`,
  `openauth://open${'/a'.repeat(9)}`,
])('%s is unknown', (text) => expect(parseLink(text)).toEqual(unknown))

test('the link is the last argument of its scheme', () => {
  expect(linkIn(['/usr/bin/console', '--flag', 'openauth://open/apps'])).toBe('openauth://open/apps')
  expect(linkIn(['/usr/bin/console', 'https://example.com/?openauth:'])).toBeUndefined()
})

test('the last link is taken once', () => {
  let told = 0
  const inbox = createLinkInbox(() => (told += 1))
  expect(inbox.take()).toBeNull()
  inbox.put('openauth://open/apps')
  inbox.put('openauth://open/users')
  expect([told, inbox.take(), inbox.take()]).toEqual([2, { path: '/users', server: null }, null])
})

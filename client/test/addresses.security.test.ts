import { expect, test } from 'vitest'
import { Link } from '../src/contract/content-entries.ts'
import { HttpUrl } from '../src/contract/fields.ts'

test.each([
  'https://login.example.org@evil.example/x.png',
  'https://login.example.org:x@evil.example/x.png',
  'https:///login.example.org@evil.example/x.png',
  'https:////login.example.org:x@evil.example/x.png',
])('an address with a user name, %s, is neither a picture nor a link', (address) => {
  expect(HttpUrl.safeParse(address).success).toBe(false)
  expect(Link.safeParse(address).success).toBe(false)
})

test.each(['https://cdn.example/@name/x.png', 'https://cdn.example/x?mail=a@b.example', 'http://localhost:3000/'])(
  'an @ that is not before the host of %s is allowed',
  (address) => {
    expect(HttpUrl.parse(address)).toBe(address)
    expect(Link.parse(address)).toBe(address)
  },
)

test.each(['nonsense', 'nonsense with blanks', 'ftp://name@host.example'])(
  '%s is refused as a link with one message',
  (link) => {
    expect(Link.safeParse(link).error?.issues).toHaveLength(1)
  },
)

test('a path with an @ is a link', () => {
  expect(Link.parse('/games/@name')).toBe('/games/@name')
})

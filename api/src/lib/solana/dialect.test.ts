import { expect, test } from 'vitest'
import { solanaDialect } from './dialect.ts'

test.each([
  [200, -32005, 'unavailable'],
  [400, -32603, 'unavailable'],
  [400, -32429, 'rate_limited'],
  [200, -32602, 'refused'],
  [403, -32603, 'refused'],
  [500, -32602, 'unavailable'],
])('with the status %i, the error %i is %s', (status, code, kind) => {
  expect(solanaDialect.kindOf({ status, code, message: '' })).toBe(kind)
})

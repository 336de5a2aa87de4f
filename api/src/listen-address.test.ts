import { expect, test } from 'vitest'
import { baseUrlOf, DEFAULT_PORT, setupCommandFor } from './listen-address.ts'

test.each([
  ['127.0.0.1', DEFAULT_PORT, 'npx openauth setup'],
  ['0.0.0.0', DEFAULT_PORT, 'npx openauth setup'],
  ['127.0.0.1', 6021, 'npx openauth setup --endpoint http://127.0.0.1:6021'],
  ['0.0.0.0', 6021, 'npx openauth setup --endpoint http://localhost:6021'],
  ['192.168.1.5', DEFAULT_PORT, 'npx openauth setup --endpoint http://192.168.1.5:5566'],
  ['::1', 6021, 'npx openauth setup --endpoint http://[::1]:6021'],
])('the set-up command of a server on %s:%i finds that server', (host, port, command) => {
  expect(setupCommandFor(baseUrlOf(host, port))).toBe(command)
})

import { expect, test } from 'vitest'
import { isUnencrypted, normalizeAddress } from '../src/address.ts'

test.each([
  ['https://auth.example.com', 'https://auth.example.com'],
  ['  HTTPS://Auth.Example.com/  ', 'https://auth.example.com'],
  ['auth.example.com', 'https://auth.example.com'],
  ['auth.example.com:8443/base/', 'https://auth.example.com:8443/base'],
  ['localhost:5566', 'http://localhost:5566'],
  ['127.0.0.1:5566', 'http://127.0.0.1:5566'],
  ['[::1]:5566', 'http://[::1]:5566'],
  ['http://10.0.0.5:5566', 'http://10.0.0.5:5566'],
])('the address %j is normalized to %s', (typed, address) => expect(normalizeAddress(typed)).toBe(address))

test.each([
  ['', 'Enter an address'],
  ['https://', 'Enter an address'],
  ['javascript:alert(1)', 'Enter an address'],
  ['file:///etc/passwd', 'must begin with https'],
  ['https://a@b.example', 'user name'],
  ['https://b.example#x', 'must not contain'],
])('the address %j is refused', (typed, reason) => expect(() => normalizeAddress(typed)).toThrow(reason))

test.each([
  ['https://auth.example.com', false],
  ['http://localhost:5566', false],
  ['http://127.0.0.1:5566', false],
  ['http://[::1]:5566', false],
  ['http://10.0.0.5:5566', true],
  ['http://localhost.evil.example', true],
])('isUnencrypted(%s) is %s', (address, expected) => expect(isUnencrypted(address)).toBe(expected))

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
])('%j is %s', (typed, address) => expect(normalizeAddress(typed)).toBe(address))

test.each([
  ['', 'Enter an address'],
  ['https://', 'Enter an address'],
  ['javascript:alert(1)', 'Enter an address'],
  ['file:///etc/passwd', 'must begin with https'],
  ['https://a@b.example', 'user name'],
  ['https://b.example#x', 'what follows'],
])('%j is refused', (typed, reason) => expect(() => normalizeAddress(typed)).toThrow(reason))

test.each([
  ['https://auth.example.com', false],
  ['http://localhost:5566', false],
  ['http://127.0.0.1:5566', false],
  ['http://[::1]:5566', false],
  ['http://10.0.0.5:5566', true],
  ['http://localhost.evil.example', true],
])('whether %s is unencrypted: %s', (address, expected) => expect(isUnencrypted(address)).toBe(expected))

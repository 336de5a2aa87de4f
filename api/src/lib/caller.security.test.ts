import { describe, expect, test } from 'vitest'
import { type Caller, isFromThisMachine, isLoopbackHost, isOwnHost, isOwnOrigin } from './caller.ts'

const PUBLIC = 'https://id.example:8443'
const callerOf = (headers: Caller['headers'], more: Partial<Omit<Caller, 'headers'>> = {}): Caller => ({
  headers: { host: 'localhost:5566', ...headers },
  httpVersion: '1.1',
  socket: { remoteAddress: '127.0.0.1' },
  ...more,
})

describe('DNS rebinding: the host of a request', () => {
  test.each([
    'localhost',
    'localhost:5566',
    '127.0.0.1:5566',
    '127.9.9.9',
    '[::1]:5566',
    '[::ffff:127.0.0.1]',
    'id.example',
    'id.example:1',
  ])('%s is this server’s', (host) => expect(isOwnHost(callerOf({ host }), `https://id.example`)).toBe(true))
  test.each([
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost/x',
    '128.0.0.1',
    '[::2]',
    'sub.id.example',
    'a b',
    '',
  ])('%j is not', (host) => expect(isOwnHost(callerOf({ host }), 'https://id.example')).toBe(false))
  test('is none where there is none', () => {
    const { host: _, ...headers } = callerOf({}).headers
    expect(isOwnHost({ ...callerOf({}), headers }, PUBLIC)).toBe(false)
  })
  test('of the public address counts with its port', () => {
    expect(isOwnHost(callerOf({ host: 'id.example:8443' }), PUBLIC)).toBe(true)
  })
})

describe('the origin of a request', () => {
  test.each([
    [undefined, true],
    ['https://id.example:8443', true],
    ['http://localhost:5566', true],
    ['https://localhost:5566', true],
    ['http://localhost', false],
    ['https://id.example', false],
    ['https://evil.example', false],
    ['null', false],
    ['', false],
  ])('%j: %j', (origin, expected) => expect(isOwnOrigin(callerOf({ origin }), PUBLIC)).toBe(expected))
})

describe('a caller on this machine', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('from %s is one', (remoteAddress) => {
    expect(isFromThisMachine(callerOf({}, { socket: { remoteAddress } }))).toBe(true)
  })
  test.each(['192.0.2.7', '::2', '::ffff:192.0.2.7', '128.0.0.1', undefined])('from %s is none', (remoteAddress) => {
    expect(isFromThisMachine(callerOf({}, { socket: { remoteAddress } }))).toBe(false)
  })
  test('is none by another name, or through a proxy', () => {
    expect(isFromThisMachine(callerOf({ host: 'id.example' }))).toBe(false)
    expect(isFromThisMachine(callerOf({}, { httpVersion: '1.0' }))).toBe(false)
    for (const name of [
      'forwarded',
      'via',
      'x-forwarded',
      'x-forwarded-for',
      'x-real-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'x-original-host',
      'true-client-ip',
      'cf-ray',
      'fastly-client-ip',
      'fly-client-ip',
    ])
      expect([name, isFromThisMachine(callerOf({ [name]: '' }))]).toEqual([name, false])
    for (const name of ['x-other', 'not-forwarded', 'viability', 'x-real-ip-address'])
      expect([name, isFromThisMachine(callerOf({ [name]: '' }))]).toEqual([name, true])
  })
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost.', false],
  ['192.0.2.7', false],
])('the host %s is this machine’s: %j', (host, expected) => expect(isLoopbackHost(host)).toBe(expected))

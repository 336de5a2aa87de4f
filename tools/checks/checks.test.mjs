import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { faultsOfLicences, isAllowed } from './licences.mjs'
import { faultsOfLock, readAllowScripts, readLock } from './lock.mjs'
import { secretsIn } from './secrets.mjs'

const lock = readLock()
const foreign = 'node_modules/fastify'

/** The lock with another entry, or with changes of one. @param {string} path @param {import('./lock.mjs').Entry} changes */
const changed = (path, changes) => ({
  ...lock,
  packages: { ...lock.packages, [path]: { ...lock.packages[path], ...changes } },
})

describe('dependencies', () => {
  test('control: the lock is in order', () => {
    expect(faultsOfLock(lock, readAllowScripts())).toEqual([])
  })

  const digest = lock.packages[foreign]?.integrity ?? ''
  test.each([
    ['no digest', { integrity: undefined }, 'has no SHA-512 digest'],
    ['a SHA-1 digest', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512 digest'],
    ['a second digest', { integrity: `${digest} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=` }, 'has no SHA-512 digest'],
    ['an address', { resolved: 'https://evil.example/fastify.tgz' }, 'has an address, https://evil.example'],
    ['a script', { hasInstallScript: true }, 'fastify has a script at its installation'],
    ['a deprecation', { deprecated: 'taken over' }, 'is deprecated: taken over'],
    ['another optional dependency', { optionalDependencies: { 'not-there': '1.0.0' } }, 'lacks not-there'],
  ])('a package with %s is a fault', (_, changes, fault) => {
    const faults = faultsOfLock(changed(foreign, changes), readAllowScripts())
    expect(faults).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    '^5.0.0',
    '5.x',
    'latest',
    '*',
    'github:evil/fastify',
    'file:../fastify',
    'npm:evil@1.0.0',
    'https://evil.example/x',
  ])('a manifest that asks for %s is a fault, in the root and in a workspace', (version) => {
    for (const path of ['', 'api']) {
      const faults = faultsOfLock(changed(path, { dependencies: { fastify: version } }), readAllowScripts())
      expect(faults).toEqual([expect.stringContaining(`asks for fastify ${version}`)])
    }
  })

  test('a script that package.json allows is a fault, and so is an older lock', () => {
    expect(faultsOfLock(lock, { ...readAllowScripts(), esbuild: true })).toEqual([
      expect.stringContaining('lets esbuild'),
    ])
    expect(faultsOfLock({ ...lock, lockfileVersion: 1 }, readAllowScripts())).toEqual([
      expect.stringContaining('version 1'),
    ])
  })
})

describe('licences', () => {
  test('control: those of production are in order', () => {
    expect(faultsOfLicences(lock)).toEqual([])
  })

  test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'SSPL-1.0', 'UNLICENSED', 'SEE LICENSE IN x', undefined])(
    'a package under %s is a fault in production, and none in development',
    (license) => {
      expect(faultsOfLicences(changed(foreign, { license }))).toEqual([expect.stringMatching(/^fastify \d/)])
      expect(faultsOfLicences(changed(foreign, { license, dev: true }))).toEqual([])
    },
  )

  test('another version of an exception may not change its licence, and an exception that nothing needs goes', () => {
    const faults = faultsOfLicences(changed('node_modules/rpc-websockets', { license: 'GPL-3.0-only' }))
    expect(faults).toEqual([expect.stringContaining('GPL-3.0-only'), expect.stringContaining('not needed')])
  })

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC AND BSD-3-Clause', true],
    ['MIT and ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-2.0-only OR LGPL-3.0-only', false],
    ['MIT OR (GPL-2.0-only AND Apache-2.0)', false],
    ['', false],
  ])('%j: %s', (expression, expected) => expect(isAllowed(expression)).toBe(expected))
})

describe('secrets', () => {
  // Put together here, so that this file has none.
  const random = (/** @type {number} */ bytes) => randomBytes(bytes).toString('hex')
  const letters = (/** @type {string[]} */ ...parts) => parts.join('')
  test.each([
    ['a key of AWS', `AWS_SECRET_ACCESS_KEY = ${randomBytes(30).toString('base64').replaceAll(/[+/]/g, 'x')}\n`, 'aws'],
    ['a token of GitHub', letters('token: ghp', '_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hJ2kL5\n'), 'github'],
    [
      'a private key',
      letters('-----BEGIN PRI', `VATE KEY-----\n${random(200)}\n-----END PRIVATE KEY-----\n`),
      'privatekey',
    ],
    ['an address with a password', `url = "https://user:${random(9)}@example.com"\n`, 'basicauth'],
    ['an app secret', `curl -H "Authorization: Bearer oa_${random(32)}"\n`, 'app secret'],
    ['a service token', letters('TOKEN=oas', '_4fT9xK2mQ7wR1nB8vC3zL6pD5sG0hJAa1Bb2\n'), 'service token'],
    ['a random password', `const smtpPassword = '${random(32)}'\n`, 'random value'],
    ['a random key in YAML', `clientSecret: "${randomBytes(24).toString('base64')}9"\n`, 'random value'],
  ])('%s is found, with its line', async (_, text, rule) => {
    const found = await secretsIn('api/src/planted.ts', `\n\n${text}`)
    expect(found).toEqual(
      expect.arrayContaining([{ file: 'api/src/planted.ts', line: 3, rule: expect.stringContaining(rule) }]),
    )
  })

  test('what is allowed for one file is found in another', async () => {
    const text = `const appSecret = 'oa_${random(32)}'`
    expect(await secretsIn('client/examples/apps.json', text)).toEqual([])
    expect((await secretsIn('client/src/apps.ts', text)).map(({ rule }) => rule)).toEqual([
      'app secret',
      'random value',
    ])
  })

  test('words, digests and addresses are none', async () => {
    const text = `password = 'correct horse battery staple'\nconst tokenAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'\n`
    expect(await secretsIn('api/src/words.ts', text)).toEqual([])
  })
})

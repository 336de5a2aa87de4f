import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deleteCredentialVariables, readSettings } from '../env.ts'
import { readSigner } from './settings.ts'

const environment = {
  NODE_ENV: 'production',
  OPENAUTH_DATA_DIR: '/srv/data',
  DATABASE_URL: 'postgresql://a:b@db/openauth',
  REDIS_URL: 'redis://redis',
  OPENAUTH_SMTP_URL: 'smtp://a:b@mail:587',
  OPENAUTH_KEK: 'vault-transit',
  OPENAUTH_VAULT_ADDR: 'https://vault.example.com:8200',
  OPENAUTH_VAULT_KEYS: 'openauth, older',
  OPENAUTH_VAULT_TOKEN_FILE: 'token',
  AWS_SECRET_ACCESS_KEY: 'a credential',
  NODE_OPTIONS: '--inspect',
  PATH: '/usr/bin',
}

test('the signer is a separate process in production, and inline otherwise', () => {
  expect(readSettings({ NODE_ENV: 'production' }).signer.kind).toBe('process')
  expect(readSettings({}).signer.kind).toBe('process')
  for (const NODE_ENV of ['development', 'test']) expect(readSettings({ NODE_ENV }).signer.kind).toBe('inline')
  expect(readSettings({ NODE_ENV: 'production', OPENAUTH_SIGNER: 'inline' }).signer).toEqual({ kind: 'inline' })
  expect(readSettings({ OPENAUTH_SIGNER: './run/signer.sock' }).signer).toEqual({
    kind: 'external',
    socketPath: resolve('run/signer.sock'),
  })
  expect(() => readSettings({ OPENAUTH_SIGNER: 'proces' })).toThrow(/OPENAUTH_SIGNER: must be process, inline/)
})

test('a child gets the variables that it needs, and none of the database, mail or Node’s options', () => {
  const { signer } = readSettings(environment)
  const given = signer.kind === 'process' ? signer.environment() : {}
  expect(Object.keys(given).toSorted()).toEqual([
    'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED',
    'AWS_SECRET_ACCESS_KEY',
    'NODE_ENV',
    'OPENAUTH_DATA_DIR',
    'OPENAUTH_KEK',
    'OPENAUTH_VAULT_ADDR',
    'OPENAUTH_VAULT_KEYS',
    'OPENAUTH_VAULT_TOKEN_FILE',
    'PATH',
  ])
  expect(JSON.stringify(readSettings(environment))).not.toContain('a credential')
})

test('the signer reads the same custody settings as the server would', () => {
  const OPENAUTH_SIGNER_SOCKET = '/run/openauth/signer.sock'
  const { custody, socketPath, exportsPerHour } = readSigner({ ...environment, OPENAUTH_SIGNER_SOCKET })
  expect(custody).toEqual(readSettings(environment).custody)
  expect(custody).toMatchObject({
    kek: 'vault-transit',
    keyringFile: '/srv/data/keys/keyring.json',
    vaultTransit: { keys: ['openauth', 'older'], mount: 'transit', tokenFile: resolve('token'), timeoutMs: 5000 },
    cacheSeconds: 30,
  })
  expect([socketPath, exportsPerHour]).toEqual([OPENAUTH_SIGNER_SOCKET, 300])
  expect(() => readSigner(environment)).toThrow(/OPENAUTH_SIGNER_SOCKET: must be the path/)
})

test('removes the credentials of key services from an environment, and nothing else', () => {
  const own = { AWS_ACCESS_KEY_ID: 'a', VAULT_TOKEN: 'b', DATABASE_URL: 'c', OPENAUTH_VAULT_ADDR: 'd' }
  deleteCredentialVariables(own)
  expect(own).toEqual({ DATABASE_URL: 'c', OPENAUTH_VAULT_ADDR: 'd' })
})

describe('refused', () => {
  test.each([
    [{ OPENAUTH_KEK: 'hsm' }, 'OPENAUTH_KEK'],
    [{ OPENAUTH_KEK_CACHE_SECONDS: '61' }, 'OPENAUTH_KEK_CACHE_SECONDS'],
    [{ OPENAUTH_AWS_KMS_ENDPOINT: 'ftp://kms' }, 'OPENAUTH_AWS_KMS_ENDPOINT'],
    [{ OPENAUTH_SIGNER_EXPORTS_PER_HOUR: '-1' }, 'OPENAUTH_SIGNER_EXPORTS_PER_HOUR'],
    [{ OPENAUTH_LEGACY_SALT_FILE: '/nowhere/salt' }, 'OPENAUTH_LEGACY_SALT_FILE'],
  ])('%j', (wrong, name) => {
    expect(() => readSettings(wrong)).toThrow(new RegExp(`${name}: `))
  })
})

import { randomBytes } from 'node:crypto'
import { type AwsKms, startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testOutages } from './outages.testing.ts'
import { awsKekId, type AwsKmsSettings, openAwsKms } from './aws-kms.ts'
import { checkCanary, keyServiceOf, makeCanary, unwrapDataKey, wrapDataKey } from '../key-service.ts'

const AAD = Buffer.from('aad of the key')
const SCOPE = { owner: 'app', appId: 'app-1' } as const

let kms: AwsKms
let arn: string

beforeAll(async () => {
  kms = await startAwsKms()
  arn = kms.createKey({ alias: 'alias/openauth' })
})
afterAll(() => kms.stop())
afterEach(() => {
  kms.faults.clear()
  kms.clearRequests()
})

const settings = (more: Partial<AwsKmsSettings> = {}): AwsKmsSettings => ({
  keys: [arn],
  region: kms.region,
  endpoint: kms.url,
  credentials: kms.credentials,
  ...more,
})
const kekOf = async (more: Partial<AwsKmsSettings> = {}) => (await openAwsKms(settings(more))).keks[0]!

test('unwraps what it wrapped, and wraps differently each time', async () => {
  const kek = await kekOf()
  const dek = randomBytes(32)
  const [one, other] = [await kek.wrap(dek, AAD), await kek.wrap(dek, AAD)]
  expect(one.equals(other)).toBe(false)
  expect((await kek.unwrap(one, AAD)).equals(dek)).toBe(true)
  expect((await kek.unwrap(other, AAD)).equals(dek)).toBe(true)
})

test('wraps data keys and seals canaries', async () => {
  const kek = await kekOf()
  const service = keyServiceOf([kek], kek.id)
  const { dataKey, kekId, wrappedKey } = await wrapDataKey(service, SCOPE)
  expect((await unwrapDataKey(service, wrappedKey, kekId, SCOPE)).equals(dataKey)).toBe(true)
  await checkCanary(service, await makeCanary(service))
})

test('signs its calls, names the key and sends the encryption context', async () => {
  const kek = await kekOf()
  await kek.unwrap(await kek.wrap(randomBytes(32), AAD), AAD)
  expect(kms.requests().map(({ operation, status }) => [operation, status])).toEqual([
    ['Encrypt', 200],
    ['Decrypt', 200],
  ])
  for (const { body } of kms.requests()) {
    expect(JSON.parse(body)).toMatchObject({
      KeyId: arn,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      EncryptionContext: { 'openauth:aad': AAD.toString('base64') },
    })
  }
})

describe('the id', () => {
  test('consists of region, account and key', () => {
    const uuid = '1234abcd-12ab-34cd-56ef-1234567890ab'
    expect(awsKekId(`arn:aws:kms:eu-west-1:111122223333:key/${uuid}`)).toBe(`aws:eu-west-1:111122223333:${uuid}:1`)
    expect(awsKekId(`arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/${uuid}`)).toHaveLength(69)
  })

  test('is the same in every region for a multi-Region key', () => {
    const key = '111122223333:key/mrk-1234abcd12ab34cd56ef1234567890ab'
    expect(awsKekId(`arn:aws:kms:eu-west-1:${key}`)).toBe(awsKekId(`arn:aws:kms:us-east-1:${key}`))
  })

  test.each(['', 'alias/openauth', 'arn:aws:kms:eu-west-1:111122223333:alias/openauth', 'arn:aws:s3:::bucket/key'])(
    'is undefined for %j',
    (text) => expect(awsKekId(text)).toBeUndefined(),
  )

  test('resolves an alias to its key', async () => {
    const other = kms.createKey()
    const alias = `arn:aws:kms:${kms.region}:111122223333:alias/moving`
    kms.pointAlias('alias/moving', arn)
    for (const key of ['alias/moving', alias, arn.split('/')[1]!])
      expect((await kekOf({ keys: [key] })).id).toBe(awsKekId(arn))
    kms.pointAlias('alias/moving', other)
    expect((await kekOf({ keys: [alias] })).id).toBe(awsKekId(other))
  })
})

test('does not look up a key that is given by its ARN', async () => {
  await kekOf()
  expect(kms.requests()).toEqual([])
})

test('what was wrapped before KMS rotated its key material still opens under the same id', async () => {
  const rotated = kms.createKey()
  const kek = await kekOf({ keys: [rotated] })
  const dek = randomBytes(32)
  const before = await kek.wrap(dek, AAD)
  kms.rotateKey(rotated)
  expect((await kek.unwrap(before, AAD)).equals(dek)).toBe(true)
  expect((await kek.unwrap(await kek.wrap(dek, AAD), AAD)).equals(dek)).toBe(true)
})

describe('an outage', () => {
  testOutages(
    { name: 'AWS KMS', passing: ['throttle', 'error', 'reset'] },
    () => kms,
    (timeoutMs) => kekOf(timeoutMs === undefined ? {} : { timeoutMs }),
  )

  test('an unreachable endpoint is reported', async () => {
    const kek = await kekOf({ endpoint: 'http://127.0.0.1:9', timeoutMs: 2000 })
    await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject({ code: 'backend_unavailable' })
  })
})

describe('a refusal names the remedy', () => {
  const refused = (says: RegExp) => ({ code: 'backend_refused', message: expect.stringMatching(says) as string })

  test('for a missing permission', async () => {
    const kek = await kekOf()
    kms.deny(true)
    await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject(refused(/AWS KMS.*permissions/))
    kms.deny(false)
  })

  test('for wrong credentials', async () => {
    const wrong = { ...kms.credentials, secretAccessKey: 'wrong' }
    const kek = await kekOf({ credentials: wrong })
    await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject(refused(/credentials/))
    const stranger = await kekOf({ credentials: { ...wrong, accessKeyId: 'AKIASTRANGER' } })
    await expect(stranger.wrap(randomBytes(32), AAD)).rejects.toMatchObject(refused(/credentials/))
  })

  test('for a key that is disabled, pending deletion, unknown or not for wrapping', async () => {
    const key = kms.createKey()
    const kek = await kekOf({ keys: [key] })
    for (const state of ['Disabled', 'PendingDeletion'] as const) {
      kms.setState(key, state)
      await expect(kek.wrap(randomBytes(32), AAD)).rejects.toMatchObject(refused(/Enable the key/))
    }
    const unknown = await kekOf({ keys: [arn.replace(/.{12}$/, '000000000000')] })
    await expect(unknown.wrap(randomBytes(32), AAD)).rejects.toMatchObject(refused(/ARN and region/))
    const rsa = kms.createKey({ spec: 'RSA_2048', alias: 'alias/rsa' })
    await expect((await kekOf({ keys: [rsa] })).wrap(randomBytes(32), AAD)).rejects.toMatchObject(refused(/AWS KMS/))
    await expect(openAwsKms(settings({ keys: ['alias/rsa'] }))).rejects.toMatchObject(refused(/symmetric/))
    await expect(openAwsKms(settings({ keys: ['alias/none'] }))).rejects.toMatchObject(refused(/ARN/))
  })
})

test('a key without an ARN and without a region is refused with what to set', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) vi.stubEnv(name, undefined)
  for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/dev/null')
  await expect(openAwsKms(settings({ keys: ['alias/openauth'], region: undefined }))).rejects.toThrow(
    /OPENAUTH_AWS_KMS_REGION/,
  )
})

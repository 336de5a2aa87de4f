import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ignoredSettings, readSettings, settingNames } from './env.ts'
import { observabilityVariables } from './observability-settings.ts'
import { root } from './paths.ts'

/** Invalid for every setting that is not free text. */
const wrong = ['-1', 'foo', 'ftp://', 'https://user:password@host/?query#', '%00', '1e400', 'ON!', ','] as const
/** Any text is one of these, such as a path or a name. */
const texts = new Set([
  'HOST',
  'OPENAUTH_ISSUER',
  'OPENAUTH_DATA_DIR',
  'OPENAUTH_KEYRING_FILE',
  'OPENAUTH_AWS_KMS_REGION',
  'OPENAUTH_VAULT_NAMESPACE',
  'OPENAUTH_VAULT_TOKEN_FILE',
  'OPENAUTH_VAULT_MOUNT',
  'OPENAUTH_VAULT_KEYS',
  'OPENAUTH_PRICE_API_KEY',
  'OPENAUTH_GEOIP_FILE',
  'OPENAUTH_METRICS_HOST',
  'OPENAUTH_AUDIT_FILE',
  'OTEL_SERVICE_NAME',
])

/** Where each setting of a subject is described. */
const documentOf = (name: string) => readFileSync(join(root, name), 'utf8')

test('every setting of metrics, traces and logs is in its document, with its default', () => {
  const text = documentOf('docs/observability.md')
  for (const [name, schema] of Object.entries(observabilityVariables)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
    const standard = schema.safeParse(undefined)
    const [, , told] = row?.split('|') ?? []
    expect([name, told?.trim()]).toEqual([name, String(standard.data ?? 'none')])
  }
  expect(documentOf('README.md')).toContain('(docs/observability.md)')
})

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    expect(error).toMatchObject({ name: 'SettingsError' })
    const [title, ...lines] = (error as Error).message.split('\n')
    expect(title).toBe('The settings do not allow a start:')
    return lines
  }
}

test.each(settingNames)('L6: five wrong values of %s are reported with its name and what it must be', (name) => {
  const problems = wrong.map((value) => problemsOf({ [name]: value }))
  for (const lines of problems.flat()) expect(lines).toMatch(new RegExp(`^  [A-Z_]+: must .{3,}`))
  if (texts.has(name)) return
  const refusals = problems.filter(([line]) => line?.startsWith(`  ${name}: `))
  expect(refusals.length).toBeGreaterThanOrEqual(5)
  for (const lines of refusals) expect(lines).toHaveLength(1)
})

test('L6: all wrong settings are reported at once, one line each', () => {
  const names = settingNames.filter((name) => !texts.has(name))
  const problems = problemsOf(Object.fromEntries(names.map((name) => [name, '-1'])))
  expect(problems.map((line) => line.trim().split(':', 1)[0]).toSorted()).toEqual(names.toSorted())
})

test('L6: keys of AWS KMS are ARNs, ids or aliases', () => {
  const id = '1234abcd-12ab-34cd-56ef-1234567890ab'
  const arn = 'arn:aws-us-gov:kms:us-gov-west-1:111122223333'
  const good = [id, `mrk-${'0f'.repeat(16)}`, 'alias/open-auth', `${arn}:key/${id}`, `${arn}:alias/open-auth`]
  expect(problemsOf({ OPENAUTH_AWS_KMS_KEYS: good.join(', ') })).toEqual([])
  for (const bad of ['true', 'nonesuch', 'alias/', `${good[0]},true`, `${arn}:secret/${id}`])
    expect([bad, ...problemsOf({ OPENAUTH_AWS_KMS_KEYS: bad })]).toEqual([
      bad,
      '  OPENAUTH_AWS_KMS_KEYS: must be ARNs, ids or aliases (alias/…) of KMS keys, separated by commas',
    ])
})

test('L6: a setting that contradicts another one is reported beside those that are wrong by themselves', () => {
  expect(problemsOf({ PORT: 'http', OPENAUTH_KEK: 'aws-kms', OPENAUTH_PUBLIC_URL: 'foo' })).toEqual([
    '  PORT: must be a whole number from 0 to 65535',
    '  OPENAUTH_PUBLIC_URL: must look like https://auth.example.com',
    '  OPENAUTH_AWS_KMS_KEYS: must name a key, since OPENAUTH_KEK is aws-kms',
  ])
})

test('L6: an unknown setting is reported with the nearest name; variables of other programs are not', () => {
  const environment = { OPENAUTH_PUBLC_URL: 'x', PLAYER_GAMES: 'on', OPENAUTH_TOKEN: 'x', PORTS: '1', PORT: '1' }
  expect(ignoredSettings(environment)).toEqual([
    'OPENAUTH_PUBLC_URL is not a setting and is ignored; the nearest one is OPENAUTH_PUBLIC_URL.',
    'PLAYER_GAMES is not a setting and is ignored; the nearest one is PLAYER_GAME.',
  ])
})

test.each<[string, Record<string, string>]>([
  ['loopback', {}],
  ['loopback', { HOST: '::1' }],
  ['loopback', { HOST: 'localhost', OPENAUTH_PUBLIC_URL: 'http://localhost:8080' }],
  ['off', { HOST: '0.0.0.0' }],
  ['off', { HOST: '192.0.2.1' }],
  // A proxy on this machine, behind which the server listens on loopback.
  ['off', { OPENAUTH_PUBLIC_URL: 'https://auth.example.com' }],
  ['on', { NODE_ENV: 'development' }],
  ['on', { OPENAUTH_CONSOLE: 'on', HOST: '0.0.0.0' }],
  ['loopback', { OPENAUTH_CONSOLE: 'loopback', OPENAUTH_PUBLIC_URL: 'https://auth.example.com' }],
  ['off', { OPENAUTH_CONSOLE: 'off', NODE_ENV: 'development' }],
])('the console is %s with %j', (mode, environment) => expect(readSettings(environment).console).toBe(mode))

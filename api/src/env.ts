import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type AuditSettings, auditSettingsOf, auditVariables } from './audit-settings.ts'
import { type ChainSettings, chainSettingsOf, chainVariables, requirePriceUrl } from './chain-settings.ts'
import { type ConsoleMode, consoleModeOf, consoleVariable } from './console-settings.ts'
import {
  type DatabaseSettings,
  databaseSettingsOf,
  databaseVariables,
  requireDatabaseUrl,
} from './database-settings.ts'
import { type ProviderAddresses, providerAddresses } from './lib/providers/addresses.ts'
import {
  type CustodySettings,
  custodySettingsOf,
  custodyVariables,
  isCredential,
  requireBackend,
  type SignerSettings,
  signerSettingsOf,
  signerVariable,
} from './custody/index.ts'
import { baseUrlOf, DEFAULT_HOST, DEFAULT_PORT } from './listen-address.ts'
import {
  type ObservabilitySettings,
  observabilitySettingsOf,
  observabilityVariables,
  requireMetricsToken,
} from './observability-settings.ts'
import {
  constantCase,
  isAddressRange,
  list,
  nonEmptyVariables,
  oneOf,
  parseEnvironment,
  unknownSettings,
  url,
  wholeNumber,
} from './parse-environment.ts'
import { type Retention, retentionOf, retentionVariables } from './retention-settings.ts'
import { type PlayerSettings, playerSettingsOf, playerVariables } from './player-settings.ts'

/** `googleAccounts` → `OPENAUTH_GOOGLE_ACCOUNTS_URL` */
const addressVariable = (name: string): string => `OPENAUTH_${constantCase(name)}_URL`

const addressVariables = Object.fromEntries(
  Object.entries(providerAddresses).map(([name, standard]) => [
    addressVariable(name),
    url(/^https?$/, standard)
      .transform((value) => value.replace(/\/+$/, ''))
      .default(standard),
  ]),
)

/** Telegram's key for signatures of init data for third parties. https://core.telegram.org/bots/webapps */
const telegramKey = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'

const variables = {
  ...addressVariables,
  ...auditVariables,
  ...chainVariables,
  ...custodyVariables,
  ...observabilityVariables,
  ...playerVariables,
  ...retentionVariables,
  OPENAUTH_SIGNER: signerVariable.optional(),
  OPENAUTH_CONSOLE: consoleVariable.optional(),
  NODE_ENV: oneOf(['production', 'development', 'test']).default('production'),
  PORT: wholeNumber(0, 65_535).default(DEFAULT_PORT),
  HOST: z.string().default(DEFAULT_HOST),
  OPENAUTH_LOG_TAIL: oneOf(['on', 'off']).default('off'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ...databaseVariables,
  OPENAUTH_DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  REDIS_URL: url(/^rediss?$/, 'redis://host:6379').optional(),
  OPENAUTH_REDIS_CLUSTER: oneOf(['on', 'off']).default('off'),
  OPENAUTH_APP_DEFAULTS: oneOf(['standard', 'legacy']).default('standard'),
  OPENAUTH_ISSUER: z.string().max(255, 'must have at most 255 characters').default('openauth'),
  OPENAUTH_TRUSTED_PROXIES: list
    .refine((items) => items.every(isAddressRange), 'must be IP addresses or CIDR ranges separated by commas')
    .default([]),
  OPENAUTH_PUBLIC_URL: url(/^https?$/i, 'https://auth.example.com')
    .refine((value) => {
      const { username, password, search, hash } = URL.canParse(value) ? new URL(value) : new URL('http://localhost')
      return !username && !password && !search && !hash
    }, 'must have neither user name nor query nor fragment')
    .transform((value) => (URL.canParse(value) ? new URL(value).href : value))
    .optional(),
  OPENAUTH_SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.com:587').optional(),
  OPENAUTH_MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]{0,300}[^\s<@]+@[^\s>@]+>?$/, 'must look like OpenAuth <no-reply@example.com>')
    .max(320, 'must have at most 320 characters')
    .default('OpenAuth <no-reply@localhost>'),
  OPENAUTH_TELEGRAM_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be an Ed25519 public key in hex')
    .default(telegramKey),
  OPENAUTH_OUTBOUND_ALLOW: list
    .refine((items) => items.every((item) => isIPv4(item) || isIPv6(item)), 'must be IP addresses separated by commas')
    .default([]),
  OPENAUTH_GEOIP_FILE: z.string().optional(),
  OPENAUTH_RATE_LIMIT_SCALE: z
    .string()
    .refine((value) => /^\d{1,7}(\.\d+)?$/.test(value) && Number(value) <= 1_000_000, {
      error: 'must be a number from 0 to 1000000, such as 0.5',
    })
    .transform(Number)
    .default(1),
}

type Environment = z.output<z.ZodObject<typeof variables>>

/** The settings from the environment, with all defaults and with absolute paths. */
export interface Settings extends ChainSettings, AuditSettings, DatabaseSettings {
  production: boolean
  /** Set by `npm run dev`, whose chains are new at each start. */
  development: boolean
  port: number
  host: string
  logLevel: Environment['LOG_LEVEL']
  /** Whether admins may read the last lines of the log. */
  logTail: boolean
  dataDir: string
  /** How long the server answers after it was asked to stop, in milliseconds. */
  drainTime: number
  /** Undefined: a single node, whose counters are in the database. */
  redisUrl: string | undefined
  /** Whether REDIS_URL names a server of a cluster. */
  isRedisCluster: boolean
  /** Settings of the KEKs, for the process that opens them. */
  custody: CustodySettings
  signer: SignerSettings
  /** With `legacy`, new apps start with the wallet logins and the legacy message enabled. */
  legacyAppDefaults: boolean
  /** The address of this server for browsers, without a trailing slash. */
  publicUrl: string
  /** Whether the operator set it; otherwise it is derived from host and port. */
  isPublicUrlSet: boolean
  /** Who is served the console at /console. */
  console: ConsoleMode
  /** Base addresses of the login providers. */
  providers: ProviderAddresses
  /** Undefined: development writes mail into files below the data directory, production refuses e-mail login. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Ed25519, hex. */
  telegramPublicKey: string
  /** Private and loopback addresses from which pictures may be fetched despite the ban on such addresses. */
  outboundAllow: string[]
  player: PlayerSettings
  /** How long rows of some tables are kept. */
  retention: Retention
  /** Metrics, traces, and what is logged beside errors. */
  observability: ObservabilitySettings
  /** The `iss` of every token. */
  issuer: string
  /** Addresses or CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** The GeoIP file, in MaxMind's format. Undefined: sessions are stored without a place. */
  geoipFile: string | undefined
  /** Multiplies every limit on attempts; 0 disables them. */
  rateLimitScale: number
  /** The names of the settings that the environment has, in alphabetical order. */
  given: string[]
}

/**
 * Removes the credentials of key services from this process's environment, once the signer has them.
 * /proc/<pid>/environ still shows them, because it holds the environment at the start.
 */
export const deleteCredentialVariables = (environment: NodeJS.ProcessEnv = process.env): void => {
  for (const name of Object.keys(environment)) if (isCredential(name)) delete environment[name]
}

/** The names of all settings. */
export const settingNames = Object.keys(variables)

/** A line for each variable that looks like a setting but is not one. */
export const ignoredSettings = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  unknownSettings(settingNames, nonEmptyVariables(environment))

const providersOf = (env: Record<string, unknown>): ProviderAddresses =>
  Object.fromEntries(
    Object.keys(providerAddresses).map((name) => [name, env[addressVariable(name)]]),
  ) as ProviderAddresses

/** Reads the environment; no other code does. Throws SettingsError with every problem, one per line. */
export const readSettings = (environment: NodeJS.ProcessEnv = process.env): Settings => {
  const given = nonEmptyVariables(environment)
  const env = parseEnvironment(
    variables,
    given,
    requireBackend,
    requireDatabaseUrl,
    requirePriceUrl,
    requireMetricsToken,
  )
  const dataDir = resolve(env.OPENAUTH_DATA_DIR)
  const publicUrl = (env.OPENAUTH_PUBLIC_URL ?? baseUrlOf(env.HOST, env.PORT)).replace(/\/+$/, '')
  const development = env.NODE_ENV === 'development'
  return {
    production: env.NODE_ENV === 'production',
    development,
    port: env.PORT,
    host: env.HOST,
    logLevel: env.LOG_LEVEL,
    logTail: env.OPENAUTH_LOG_TAIL === 'on',
    dataDir,
    ...databaseSettingsOf(env),
    drainTime: env.OPENAUTH_DRAIN_SECONDS * 1000,
    redisUrl: env.REDIS_URL,
    isRedisCluster: env.OPENAUTH_REDIS_CLUSTER === 'on',
    custody: custodySettingsOf(env, dataDir),
    signer: signerSettingsOf(env.OPENAUTH_SIGNER, given, env.NODE_ENV === 'production'),
    legacyAppDefaults: env.OPENAUTH_APP_DEFAULTS === 'legacy',
    publicUrl,
    isPublicUrlSet: env.OPENAUTH_PUBLIC_URL !== undefined,
    console: consoleModeOf(env.OPENAUTH_CONSOLE, { development, host: env.HOST, publicUrl }),
    providers: providersOf(env),
    smtpUrl: env.OPENAUTH_SMTP_URL,
    mailFrom: env.OPENAUTH_MAIL_FROM,
    ...chainSettingsOf(env),
    telegramPublicKey: env.OPENAUTH_TELEGRAM_PUBLIC_KEY,
    outboundAllow: env.OPENAUTH_OUTBOUND_ALLOW,
    player: playerSettingsOf(env),
    retention: retentionOf(env),
    observability: observabilitySettingsOf(env),
    issuer: env.OPENAUTH_ISSUER,
    trustedProxies: env.OPENAUTH_TRUSTED_PROXIES,
    geoipFile: env.OPENAUTH_GEOIP_FILE === undefined ? undefined : resolve(env.OPENAUTH_GEOIP_FILE),
    ...auditSettingsOf(env),
    rateLimitScale: env.OPENAUTH_RATE_LIMIT_SCALE,
    given: settingNames.filter((name) => given[name] !== undefined).toSorted(),
  }
}

import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import type { CustodySettings } from './open-custody.ts'
import { list, nonEmptyVariables, oneOf, parseEnvironment, type Rule, wholeNumber } from '../parse-environment.ts'

const isReadableFile = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Key and alias ARNs, ids and aliases: https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#key-id */
const KMS_KEY =
  /^(arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:(key|alias)\/[\w/-]{1,256}|alias\/[\w/-]{1,250}|mrk-[\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/
const kmsKeys = list.refine(
  (keys) => keys.every((key) => KMS_KEY.test(key)),
  'must be ARNs, ids or aliases (alias/…) of KMS keys, separated by commas',
)
const address = z.url({ protocol: /^https?$/, error: 'must look like https://key-service.example.com' })
const kekBackend = oneOf(['local', 'aws-kms', 'vault-transit'])

/** The variables of custody, read by the process that opens the keys: in production the signer and not the server. */
export const custodyVariables = {
  OPENAUTH_DATA_DIR: z.string().default('./data'),
  OPENAUTH_KEK: kekBackend.default('local'),
  OPENAUTH_KEYRING_FILE: z.string().optional(),
  OPENAUTH_LEGACY_SALT_FILE: z.string().refine(isReadableFile, 'must name a file that this user can read').optional(),
  OPENAUTH_AWS_KMS_KEYS: kmsKeys.default([]),
  OPENAUTH_AWS_KMS_REGION: z.string().optional(),
  OPENAUTH_AWS_KMS_ENDPOINT: address.optional(),
  OPENAUTH_VAULT_ADDR: address.optional(),
  OPENAUTH_VAULT_NAMESPACE: z.string().optional(),
  OPENAUTH_VAULT_TOKEN_FILE: z.string().optional(),
  OPENAUTH_VAULT_MOUNT: z.string().default('transit'),
  OPENAUTH_VAULT_KEYS: list.default([]),
  OPENAUTH_KEK_TIMEOUT_MS: wholeNumber(100, 30_000).default(5000),
  OPENAUTH_KEK_CACHE_SECONDS: wholeNumber(0, 60).default(30),
  OPENAUTH_KEK_CACHE_ENTRIES: wholeNumber(1, 1_000_000).default(1000),
  OPENAUTH_SIGNER_EXPORTS_PER_HOUR: wholeNumber(0, 1_000_000).default(300),
}

type CustodyVariables = z.output<z.ZodObject<typeof custodyVariables>>

/** Requires the settings of the chosen backend. */
export const requireBackend: Rule<CustodyVariables> = (env, reportProblem) => {
  const { OPENAUTH_KEK: kek, OPENAUTH_AWS_KMS_KEYS: awsKeys, OPENAUTH_VAULT_KEYS: vaultKeys } = env
  if (kek === 'aws-kms' && awsKeys?.length === 0)
    reportProblem('OPENAUTH_AWS_KMS_KEYS', 'must name a key, since OPENAUTH_KEK is aws-kms')
  if (kek === 'vault-transit' && vaultKeys?.length === 0)
    reportProblem('OPENAUTH_VAULT_KEYS', 'must name a key, since OPENAUTH_KEK is vault-transit')
  if (!vaultKeys?.length) return
  for (const name of ['OPENAUTH_VAULT_ADDR', 'OPENAUTH_VAULT_TOKEN_FILE'] as const)
    if (!env[name]) reportProblem(name, 'must be set, since OPENAUTH_VAULT_KEYS is')
}

/** Paths become absolute; the keyring's default is in the data directory. */
export const custodySettingsOf = (env: CustodyVariables, dataDir: string): CustodySettings => {
  const timeoutMs = env.OPENAUTH_KEK_TIMEOUT_MS
  const { OPENAUTH_AWS_KMS_KEYS: awsKeys, OPENAUTH_VAULT_KEYS: vaultKeys } = env
  const { OPENAUTH_VAULT_ADDR: vaultAddress, OPENAUTH_VAULT_TOKEN_FILE: tokenFile } = env
  return {
    kek: env.OPENAUTH_KEK,
    keyringFile: resolve(env.OPENAUTH_KEYRING_FILE ?? `${dataDir}/keys/keyring.json`),
    legacySaltFile: env.OPENAUTH_LEGACY_SALT_FILE && resolve(env.OPENAUTH_LEGACY_SALT_FILE),
    ...(awsKeys.length > 0
      ? {
          awsKms: {
            keys: awsKeys,
            region: env.OPENAUTH_AWS_KMS_REGION,
            endpoint: env.OPENAUTH_AWS_KMS_ENDPOINT,
            timeoutMs,
          },
        }
      : {}),
    ...(vaultKeys.length > 0 && vaultAddress && tokenFile
      ? {
          vaultTransit: {
            address: vaultAddress,
            namespace: env.OPENAUTH_VAULT_NAMESPACE,
            tokenFile: resolve(tokenFile),
            mount: env.OPENAUTH_VAULT_MOUNT,
            keys: vaultKeys,
            timeoutMs,
          },
        }
      : {}),
    cacheSeconds: env.OPENAUTH_KEK_CACHE_SECONDS,
    cacheEntries: env.OPENAUTH_KEK_CACHE_ENTRIES,
  }
}

/** The AWS SDK prints eight lines about Node versions at each start, which no operator of this server can act on. */
const quietSdk = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

/** The signer's part of the environment: nothing of the database, mail, providers or chains. */
export const signerEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> => {
  const names = new Set([
    'PATH',
    'HOME',
    'TZ',
    'LANG',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SystemRoot',
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    ...Object.keys(custodyVariables),
  ])
  return Object.fromEntries(
    Object.entries({ ...quietSdk, ...environment }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && (names.has(entry[0]) || isCredential(entry[0])),
    ),
  )
}

/** Credentials of key services, by the names of the AWS SDK and Vault. */
export const isCredential = (name: string): boolean => /^(AWS|VAULT)_/.test(name)

/** `process`, `inline`, or the path of a socket. */
export const signerVariable = z
  .string()
  .refine((value) => /^(process|inline)$|[\\/]/.test(value), 'must be process, inline, or the path of a socket')

/**
 * Where custody runs: `process`, a child of the server, the default in production; `inline`, the server itself, the
 * default otherwise; or the socket path of a signer that the operator runs under a dedicated user (signer/main.ts).
 */
export type SignerSettings =
  | { kind: 'inline' }
  /** Of its environment; a function, so that no credential is printed with the settings. */
  | { kind: 'process'; environment: () => Record<string, string> }
  | { kind: 'external'; socketPath: string }

export const signerSettingsOf = (
  named: string | undefined,
  given: NodeJS.ProcessEnv,
  production: boolean,
): SignerSettings => {
  const kind = named ?? (production ? 'process' : 'inline')
  if (kind === 'inline') return { kind }
  const environment = signerEnvironment(given)
  return kind === 'process' ? { kind, environment: () => environment } : { kind: 'external', socketPath: resolve(kind) }
}

const signerVariables = {
  ...custodyVariables,
  OPENAUTH_SIGNER_SOCKET: z.string({ error: 'must be the path of the socket to listen on' }),
}

/** The settings of the signer process itself. Throws SettingsError with every problem, one per line. */
export const readSigner = (environment: NodeJS.ProcessEnv) => {
  const env = parseEnvironment(signerVariables, nonEmptyVariables(environment), requireBackend)
  return {
    custody: custodySettingsOf(env, resolve(env.OPENAUTH_DATA_DIR)),
    socketPath: resolve(env.OPENAUTH_SIGNER_SOCKET),
    exportsPerHour: env.OPENAUTH_SIGNER_EXPORTS_PER_HOUR,
  }
}

import { DecryptCommand, DescribeKeyCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { kmsError } from './aws-kms-errors.ts'
import { secureEndpoint } from './endpoint.ts'
import { type Sealed } from '../envelope.ts'
import { backendRefused, backendUnavailable } from '../errors.ts'
import type { KeyEncryptionKey } from '../key-service.ts'

export interface AwsKmsSettings {
  /** Key ARNs, or ids or aliases, which are looked up once. The first wraps new data keys; all of them unwrap. */
  keys: readonly string[]
  /** Region for keys without an ARN, whose ARN names it. Undefined: the SDK's default. */
  region?: string | undefined
  /** Replaces the region's public endpoint, such as with a VPC endpoint. */
  endpoint?: string | undefined
  /** Undefined: the SDK's default chain (environment, shared files, web identity, container, instance). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  /** Milliseconds for a call, retries included. */
  timeoutMs?: number | undefined
}

/** The KEKs of a backend, in the order of the settings. */
export interface AwsKmsKeks {
  keks: KeyEncryptionKey[]
  /** Closes idle connections. */
  close: () => void
}

const BACKEND = 'AWS KMS'
const TIMEOUT_MS = 5000
const ATTEMPTS = 3
/** The one entry of the encryption context, for key policies (kms:EncryptionContextKeys) and CloudTrail. */
const CONTEXT_KEY = 'openauth:aad'
// Increment when the AAD of a wrapped key changes its form.
const WRAPPING_VERSION = 1
// https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html: a blob is at most 6144 bytes.
const MAX_BLOB_BYTES = 6144
const ARN = /^arn:[a-z-]+:kms:([a-z0-9-]+):(\d{12}):key\/([0-9A-Za-z-]{1,64})$/

/**
 * The id of a KMS key as a KEK: `aws:<region>:<account>:<key id>:<version>`. AWS never reuses a key id, but an alias
 * can be pointed at another key, so the id never contains an alias. A multi-Region key has one id and one key material
 * in all regions, so its region is left empty: a replica unwraps what the primary wrapped. The version is that of this
 * wrapping format. KMS records the version of its own material inside the ciphertext, so an automatic rotation in KMS
 * changes no id here. Returns undefined when `arn` is not a key ARN.
 * https://docs.aws.amazon.com/kms/latest/developerguide/multi-region-keys-overview.html
 */
export function awsKekId(arn: string): string | undefined {
  const [, region, account, keyId] = ARN.exec(arn) ?? []
  if (!keyId) return undefined
  return `aws:${keyId.startsWith('mrk-') ? '' : region}:${account}:${keyId}:${WRAPPING_VERSION}`
}

/**
 * KEKs in AWS KMS: wrap calls Encrypt, unwrap calls Decrypt with the key pinned. The AAD is the encryption context, in
 * base64 because the context is a map of strings. The context is not secret: CloudTrail records it and so shows whose
 * key was opened. The key must be symmetric; the role needs kms:Encrypt and kms:Decrypt, and kms:DescribeKey for keys
 * given without an ARN. The SDK handles a data key as a base64 string, which JavaScript cannot zero.
 *
 * A call has five seconds for at most three tries. Opening and each call throw backend_unavailable and backend_refused;
 * unwrap also throws unseal_failed. No error carries the SDK's error, which may hold the response.
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html
 */
export async function openAwsKms(settings: AwsKmsSettings): Promise<AwsKmsKeks> {
  const clients = new Map<string, KMSClient>()
  const clientOf = (region = settings.region): KMSClient => {
    const client = clients.get(region ?? '') ?? createClient(settings, region)
    clients.set(region ?? '', client)
    return client
  }
  const close = () => clients.forEach((client) => client.destroy())
  try {
    const arns = await Promise.all(settings.keys.map((key) => arnOf(key, clientOf, settings)))
    return { keks: arns.map((arn) => kekOf(arn, clientOf(ARN.exec(arn)?.[1]), settings)), close }
  } catch (error) {
    close()
    throw error
  }
}

function createClient({ endpoint, credentials, timeoutMs = TIMEOUT_MS }: AwsKmsSettings, region?: string): KMSClient {
  return new KMSClient({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint: secureEndpoint(endpoint, BACKEND) }),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: timeoutMs / 4,
      requestTimeout: timeoutMs / 2,
      socketTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  })
}

/** Limits the whole call, retries included; the SDK's own timeouts limit a single try. */
async function within<Answer>(timeoutMs = TIMEOUT_MS, call: (abortSignal: AbortSignal) => Promise<Answer>) {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(backendUnavailable(BACKEND, `did not answer within ${timeoutMs} ms`)))
  })
  const answer = call(signal).catch((error: unknown) => {
    throw kmsError(BACKEND, error)
  })
  return Promise.race([answer, late])
}

async function arnOf(
  key: string,
  clientOf: (region?: string) => KMSClient,
  { timeoutMs }: AwsKmsSettings,
): Promise<string> {
  if (ARN.test(key)) return key
  const client = clientOf(/^arn:[a-z-]+:kms:([a-z0-9-]+):/.exec(key)?.[1])
  const command = new DescribeKeyCommand({ KeyId: key })
  const { KeyMetadata: found } = await within(timeoutMs, (abortSignal) => client.send(command, { abortSignal }))
  if (!found?.Arn || !ARN.test(found.Arn)) throw backendUnavailable(BACKEND, 'described a key without its ARN')
  if (found.KeySpec === 'SYMMETRIC_DEFAULT' && found.KeyState === 'Enabled') return found.Arn
  throw backendRefused(BACKEND, `has a key that cannot wrap: ${found.Arn}`, 'Give an enabled symmetric encryption key.')
}

function kekOf(arn: string, client: KMSClient, { timeoutMs }: AwsKmsSettings): KeyEncryptionKey {
  const pinned = (aad: Buffer) => ({
    KeyId: arn,
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' as const,
    EncryptionContext: { [CONTEXT_KEY]: aad.toString('base64') },
  })
  const requireKey = (answered: string | undefined) => {
    if (answered !== arn) throw backendUnavailable(BACKEND, 'answered for another key than the requested one')
  }
  return {
    id: awsKekId(arn)!,
    wrap: async (dek, aad): Promise<Sealed> => {
      const command = new EncryptCommand({ ...pinned(aad), Plaintext: dek })
      const answer = await within(timeoutMs, (abortSignal) => client.send(command, { abortSignal }))
      requireKey(answer.KeyId)
      const { length = 0 } = answer.CiphertextBlob ?? {}
      if (length === 0 || length > MAX_BLOB_BYTES) throw backendUnavailable(BACKEND, 'sent a malformed response')
      return Buffer.from(answer.CiphertextBlob!)
    },
    unwrap: async (wrapped, aad) => {
      const command = new DecryptCommand({ ...pinned(aad), CiphertextBlob: wrapped })
      const answer = await within(timeoutMs, (abortSignal) => client.send(command, { abortSignal }))
      if (!answer.Plaintext) throw backendUnavailable(BACKEND, 'sent a malformed response')
      try {
        requireKey(answer.KeyId)
        // A separate allocation, because the caller zeroes it.
        const dek = Buffer.alloc(answer.Plaintext.length)
        dek.set(answer.Plaintext)
        return dek
      } finally {
        answer.Plaintext.fill(0)
      }
    },
  }
}

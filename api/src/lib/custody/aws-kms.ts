import { DecryptCommand, DescribeKeyCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { kmsError } from './aws-kms-errors.ts'
import { secureEndpoint } from './endpoint.ts'
import { type Sealed } from './envelope.ts'
import { backendRefused, backendUnavailable } from './errors.ts'
import type { KeyEncryptionKey } from './key-service.ts'

export interface AwsKmsSettings {
  /** ARNs of keys, or ids or aliases, which are looked up once. The first wraps new data keys, all of them open. */
  keys: readonly string[]
  /** For keys given without an ARN; else the ARN's. Undefined: as the SDK finds it. */
  region?: string | undefined
  /** Instead of the region's public endpoint: a VPC endpoint. */
  endpoint?: string | undefined
  /** Undefined: as the SDK finds them: environment, shared files, web identity, container, instance. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  /** Milliseconds for a call with its retries. */
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
// Raised when what is bound into a ciphertext changes its form.
const WRAPPING_VERSION = 1
// https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html: a blob is at most 6144 bytes.
const MAX_BLOB_BYTES = 6144
const ARN = /^arn:[a-z-]+:kms:([a-z0-9-]+):(\d{12}):key\/([0-9A-Za-z-]{1,64})$/

/**
 * The id of a KMS key as a KEK: `aws:<region>:<account>:<key id>:<version>`. AWS never gives a key id twice, while an
 * alias may point to another key tomorrow, so that an alias is never part of it. A multi-Region key has one id and one
 * material in all its regions, so that its region is left empty: a replica opens what the primary wrapped. The version
 * is that of this wrapping; KMS keeps the versions of its own material inside the ciphertext and opens them all, so that
 * an automatic rotation there changes no id here. Returns undefined for what is no key ARN.
 * https://docs.aws.amazon.com/kms/latest/developerguide/multi-region-keys-overview.html
 */
export function awsKekId(arn: string): string | undefined {
  const [, region, account, keyId] = ARN.exec(arn) ?? []
  if (!keyId) return undefined
  return `aws:${keyId.startsWith('mrk-') ? '' : region}:${account}:${keyId}:${WRAPPING_VERSION}`
}

/**
 * KEKs over AWS KMS: wrap is Encrypt, unwrap Decrypt with the key pinned, the AAD the encryption context, in base64 since
 * that is a map of texts. It is no secret: CloudTrail shows whose key was opened. The key must be symmetric; the role
 * needs kms:Encrypt and kms:Decrypt, and kms:DescribeKey for keys given without an ARN.
 * A data key passes the SDK as a base64 text, which cannot be zeroed, as all texts in JavaScript.
 *
 * A call has five seconds with at most three tries. Throws, here and in each call, backend_unavailable and
 * backend_refused; unwrap throws unseal_failed. No error carries the SDK's own, which may hold the answer.
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

/** One call with a deadline of its own: the SDK's are for one try each. */
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
    if (answered !== arn) throw backendUnavailable(BACKEND, 'answered for another key than the one asked')
  }
  return {
    id: awsKekId(arn)!,
    wrap: async (dek, aad): Promise<Sealed> => {
      const command = new EncryptCommand({ ...pinned(aad), Plaintext: dek })
      const answer = await within(timeoutMs, (abortSignal) => client.send(command, { abortSignal }))
      requireKey(answer.KeyId)
      const { length = 0 } = answer.CiphertextBlob ?? {}
      if (length === 0 || length > MAX_BLOB_BYTES) throw backendUnavailable(BACKEND, 'sent a broken answer')
      return Buffer.from(answer.CiphertextBlob!)
    },
    unwrap: async (wrapped, aad) => {
      const command = new DecryptCommand({ ...pinned(aad), CiphertextBlob: wrapped })
      const answer = await within(timeoutMs, (abortSignal) => client.send(command, { abortSignal }))
      if (!answer.Plaintext) throw backendUnavailable(BACKEND, 'sent a broken answer')
      try {
        requireKey(answer.KeyId)
        // In memory of its own, since the caller zeroes it.
        const dek = Buffer.alloc(answer.Plaintext.length)
        dek.set(answer.Plaintext)
        return dek
      } finally {
        answer.Plaintext.fill(0)
      }
    },
  }
}

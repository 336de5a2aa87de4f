import { randomBytes, randomUUID } from 'node:crypto'
import { decrypt, encrypt } from './aes.ts'
import { type BackendServer, type Call, type Reply, serveBackend } from './http.ts'
import { type AwsCredentials, signatureProblem } from './sigv4.ts'

interface KmsKeyOptions {
  alias?: string
  /** A multi-Region key: its id begins with `mrk-`. */
  multiRegion?: boolean
  /** An `RSA_2048` key cannot wrap. */
  spec?: 'SYMMETRIC_DEFAULT' | 'RSA_2048'
}

interface AwsKmsOptions {
  port?: number
  region?: string
  /** Decrypts every blob whatever the key and context, for tests of a client that must not trust it. */
  careless?: boolean
}

export interface AwsKms extends BackendServer {
  region: string
  credentials: AwsCredentials
  /** Makes a key and returns its ARN. */
  createKey: (options?: KmsKeyOptions) => string
  /** New key material under the same ARN; blobs of the former material still decrypt. */
  rotateKey: (arn: string) => void
  setState: (arn: string, state: 'Enabled' | 'Disabled' | 'PendingDeletion') => void
  /** Points an alias (`alias/…`) at another key. */
  pointAlias: (alias: string, arn: string) => void
  /** Refuses Decrypt and Encrypt for this role from now on. */
  deny: (denied: boolean) => void
}

interface Key {
  arn: string
  id: Buffer
  spec: string
  state: string
  materials: Buffer[]
}

type Input = Record<string, unknown>
type Context = Record<string, string>

class Refusal extends Error {}

const TARGET = 'TrentService.'
const ACCOUNT = '111122223333'
const ID_BYTES = 16

const refuse = (name: string, message = ''): Reply => ({ status: 400, body: { __type: name, message } })

/** The order of the entries does not matter: https://docs.aws.amazon.com/kms/latest/developerguide/encrypt_context.html */
const aadOf = (key: Key, context: unknown, careless: boolean): Buffer =>
  Buffer.from(JSON.stringify([key.arn, careless ? [] : Object.entries((context ?? {}) as Context).toSorted()]))

const blobOf = (value: unknown): Buffer => {
  if (typeof value !== 'string' || value === '') throw new Refusal('ValidationException')
  return Buffer.from(value, 'base64')
}

const usable = (key: Key): Key => {
  if (key.state === 'Disabled') throw new Refusal('DisabledException')
  if (key.state !== 'Enabled') throw new Refusal('KMSInvalidStateException')
  if (key.spec !== 'SYMMETRIC_DEFAULT') throw new Refusal('InvalidKeyUsageException')
  return key
}

/** Key id, number of the key material, and nonce, ciphertext and tag. Opaque to clients, as at AWS. */
const wrapped = (key: Key, plaintext: Buffer, aad: Buffer): string => {
  const material = key.materials.length - 1
  const sealed = encrypt(key.materials[material]!, plaintext, aad)
  return Buffer.concat([key.id, Uint8Array.of(material), sealed]).toString('base64')
}

/** Finds keys by id, ARN or alias, and wraps and unwraps with them. */
const createKeyring = (keys: Map<string, Key>, aliases: Map<string, string>, careless: boolean) => {
  const find = (id: unknown): Key => {
    const name = String(id).replace(/^arn:aws:kms:[^:]+:\d+:(?=alias\/)/, '')
    const wanted = aliases.get(name) ?? name
    const key = [...keys.values()].find(({ arn }) => arn === wanted || arn.endsWith(`:key/${wanted}`))
    if (!key) throw new Refusal('NotFoundException')
    return key
  }
  const wrap = (key: Key, plaintext: Buffer, context: unknown) => wrapped(key, plaintext, aadOf(key, context, careless))
  const unwrap = (blob: Buffer, keyId: unknown, context: unknown): { key: Key; plaintext: Buffer } => {
    const key = keys.get(blob.subarray(0, ID_BYTES).toString('hex'))
    if (!key) throw new Refusal('InvalidCiphertextException')
    if (keyId !== undefined && !careless && find(keyId) !== key) throw new Refusal('IncorrectKeyException')
    const material = usable(key).materials[blob[ID_BYTES]!]
    const plaintext = material && decrypt(material, blob.subarray(ID_BYTES + 1), aadOf(key, context, careless))
    if (!plaintext) throw new Refusal('InvalidCiphertextException')
    return { key, plaintext }
  }
  return { find, wrap, unwrap }
}

const operations = (keys: Map<string, Key>, aliases: Map<string, string>, careless: boolean) => {
  const { find, wrap, unwrap } = createKeyring(keys, aliases, careless)
  const algorithm = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
  const dataKey = ({ KeyId, EncryptionContext }: Input) => {
    const key = usable(find(KeyId))
    const plaintext = randomBytes(32)
    return { KeyId: key.arn, CiphertextBlob: wrap(key, plaintext, EncryptionContext), plaintext }
  }
  return {
    Encrypt: ({ KeyId, Plaintext, EncryptionContext }: Input) => {
      const key = usable(find(KeyId))
      const plaintext = blobOf(Plaintext)
      if (plaintext.length > 4096) throw new Refusal('ValidationException')
      return { KeyId: key.arn, CiphertextBlob: wrap(key, plaintext, EncryptionContext), ...algorithm }
    },
    Decrypt: ({ CiphertextBlob, KeyId, EncryptionContext }: Input) => {
      const { key, plaintext } = unwrap(blobOf(CiphertextBlob), KeyId, EncryptionContext)
      return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), ...algorithm }
    },
    ReEncrypt: (input: Input) => {
      const { key, plaintext } = unwrap(blobOf(input.CiphertextBlob), input.SourceKeyId, input.SourceEncryptionContext)
      const next = usable(find(input.DestinationKeyId))
      const CiphertextBlob = wrap(next, plaintext, input.DestinationEncryptionContext)
      return { CiphertextBlob, SourceKeyId: key.arn, KeyId: next.arn }
    },
    GenerateDataKey: (input: Input) => {
      const { plaintext, ...answer } = dataKey(input)
      return { ...answer, Plaintext: plaintext.toString('base64') }
    },
    GenerateDataKeyWithoutPlaintext: (input: Input) => {
      const { plaintext: _, ...answer } = dataKey(input)
      return answer
    },
    DescribeKey: ({ KeyId }: Input) => {
      const { arn, spec, state } = find(KeyId)
      const KeyMetadata = {
        Arn: arn,
        KeyId: arn.split('/')[1],
        KeySpec: spec,
        KeyState: state,
        KeyUsage: 'ENCRYPT_DECRYPT',
      }
      return { KeyMetadata }
    },
  }
}

/** What an account's owner does with its keys. */
const administration = (
  keys: Map<string, Key>,
  aliases: Map<string, string>,
  region: string,
): Pick<AwsKms, 'createKey' | 'rotateKey' | 'setState' | 'pointAlias'> => {
  const of = (arn: string): Key => [...keys.values()].find((key) => key.arn === arn)!
  return {
    createKey: ({ alias, multiRegion = false, spec = 'SYMMETRIC_DEFAULT' } = {}) => {
      const uuid = randomUUID()
      const hex = uuid.replaceAll('-', '')
      const arn = `arn:aws:kms:${region}:${ACCOUNT}:key/${multiRegion ? `mrk-${hex}` : uuid}`
      keys.set(hex, { arn, id: Buffer.from(hex, 'hex'), spec, state: 'Enabled', materials: [randomBytes(32)] })
      if (alias) aliases.set(alias, arn)
      return arn
    },
    rotateKey: (arn) => void of(arn).materials.push(randomBytes(32)),
    setState: (arn, state) => void (of(arn).state = state),
    pointAlias: (alias, arn) => void aliases.set(alias, arn),
  }
}

/**
 * AWS KMS on loopback: AWS JSON 1.1, Signature Version 4 with one pair of credentials, AES-256-GCM with the encryption
 * context, and exceptions by name. Keys are created through `createKey` and are lost when it stops.
 * https://docs.aws.amazon.com/kms/latest/APIReference/
 */
export const startAwsKms = async (options: AwsKmsOptions = {}): Promise<AwsKms> => {
  const { port = 0, region = 'us-east-1', careless = false } = options
  const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: randomBytes(30).toString('base64') }
  const keys = new Map<string, Key>()
  const aliases = new Map<string, string>()
  const known: Record<string, (input: Input) => unknown> = operations(keys, aliases, careless)
  let denied = false

  const operationOf = ({ headers }: Call) => (headers['x-amz-target'] ?? '').slice(TARGET.length)
  const answer = (call: Call): Reply => {
    const problem = signatureProblem(call, region, credentials)
    if (problem) return refuse(problem)
    const operation = known[operationOf(call)]
    if (!operation || call.headers['content-type'] !== 'application/x-amz-json-1.1')
      return refuse('UnknownOperationException')
    if (denied) return refuse('AccessDeniedException', `${credentials.accessKeyId} is not authorized`)
    try {
      return { status: 200, body: operation(JSON.parse(call.body.toString()) as Input) }
    } catch (error) {
      return error instanceof Refusal ? refuse(error.message) : refuse('SerializationException')
    }
  }
  const server = await serveBackend(
    {
      contentType: 'application/x-amz-json-1.1',
      operationOf,
      answer,
      throttled: refuse('ThrottlingException', 'Rate exceeded'),
      failed: { status: 500, body: { __type: 'KMSInternalException' } },
    },
    port,
  )
  return {
    ...server,
    region,
    credentials,
    ...administration(keys, aliases, region),
    deny: (value) => void (denied = value),
  }
}

import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './aes.ts'

type Input = Record<string, unknown>

interface Key {
  type: string
  derived: boolean
  /** Version 1 first. */
  versions: { material: Buffer; made: number }[]
  min_decryption_version: number
  min_encryption_version: number
}

export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Throws Refusal: Vault's HTTP status and error text. */
export const refuse = (status: number, message: string): never => {
  throw new Refusal(status, message)
}

const aead = new Set(['aes256-gcm96', 'chacha20-poly1305', 'xchacha20-poly1305'])

const base64Of = (value: unknown): Buffer => {
  const text = typeof value === 'string' ? value : ''
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : refuse(400, 'illegal base64 data at input byte 0')
}

const newVersion = () => ({ material: randomBytes(32), made: Math.floor(Date.now() / 1000) })

const seal = (key: Key, version: number, plaintext: Buffer, aad: Buffer) => {
  const used = version === 0 ? key.versions.length : version
  if (used > key.versions.length) refuse(400, 'requested version for encryption is higher than the latest key version')
  if (used < key.min_encryption_version)
    refuse(400, 'requested version for encryption is less than the minimum encryption key version')
  const payload = encrypt(key.versions[used - 1]!.material, plaintext, aad)
  return { ciphertext: `vault:v${used}:${payload.toString('base64')}`, key_version: used }
}

const open = (key: Key, ciphertext: unknown, aad: Buffer): Buffer => {
  const [, number, payload] =
    /^vault:v(\d+):(.*)$/.exec(String(ciphertext)) ?? refuse(400, 'invalid ciphertext: no prefix')
  const version = Number(number)
  if (version > key.versions.length) refuse(400, 'invalid ciphertext: version is too new')
  if (version < key.min_decryption_version)
    refuse(400, 'ciphertext or signature version is disallowed by policy (too old)')
  const plaintext = decrypt(key.versions[version - 1]!.material, Buffer.from(payload!, 'base64'), aad)
  return plaintext ?? refuse(400, 'cipher: message authentication failed')
}

interface Transit {
  /** Runs an operation of the mount. Throws Refusal with Vault's status and text. */
  run: (operation: string, name: string, input: Input) => unknown
  rotate: (name: string) => number
  delete: (name: string) => boolean
}

const aadOf = (key: Key, { associated_data: data }: Input): Buffer => {
  if (data === undefined) return Buffer.alloc(0)
  if (!aead.has(key.type)) refuse(400, `'[0].associated_data' provided for non-AEAD cipher suite ${key.type}`)
  return base64Of(data)
}

const describe = (name: string, { versions, ...rest }: Key) => {
  const times = Object.fromEntries(versions.map(({ made }, index) => [index + 1, made]))
  return { name, ...rest, keys: times, latest_version: versions.length, supports_encryption: true }
}

const use = (operation: string, key: Key, input: Input, aad: Buffer): unknown => {
  if (key.derived) refuse(400, "missing 'context' for key derivation; the key was created using a derived key")
  const version = Number(input.key_version ?? 0)
  if (operation === 'encrypt') return seal(key, version, base64Of(input.plaintext), aad)
  if (operation === 'decrypt') return { plaintext: open(key, input.ciphertext, aad).toString('base64') }
  // Vault's rewrap takes no associated data: https://github.com/openbao/openbao,
  // builtin/logical/transit/path_rewrap.go
  if (operation === 'rewrap') return seal(key, version, open(key, input.ciphertext, Buffer.alloc(0)), Buffer.alloc(0))
  return refuse(404, `no handler for route "${operation}"`)
}

/** The keys of one transit mount. */
export const createTransit = (ignoresContext: boolean): Transit => {
  const keys = new Map<string, Key>()
  const read = (name: string) => describe(name, keys.get(name) ?? refuse(404, ''))
  const of = (name: string): Key => keys.get(name) ?? refuse(400, 'encryption key not found')
  const rotate = (name: string) => of(name).versions.push(newVersion())
  const create = (name: string, { type = 'aes256-gcm96', derived = false }: Input) => {
    const minima = { min_decryption_version: 1, min_encryption_version: 0 }
    if (!keys.has(name)) keys.set(name, { type: String(type), derived: !!derived, versions: [newVersion()], ...minima })
    return read(name)
  }
  const run = (operation: string, name: string, input: Input): unknown => {
    if (operation === 'create') return create(name, input)
    if (operation === 'read') return read(name)
    if (operation === 'rotate') return { latest_version: rotate(name) }
    if (operation === 'config') return Object.assign(of(name), input)
    return use(operation, of(name), input, ignoresContext ? Buffer.alloc(0) : aadOf(of(name), input))
  }
  return { run, rotate, delete: (name) => keys.delete(name) }
}

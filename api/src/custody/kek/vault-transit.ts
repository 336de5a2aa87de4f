import * as z from 'zod'
import { type Sealed, unsealFailed } from '../envelope.ts'
import { backendRefused, backendUnavailable, type CustodyError } from '../errors.ts'
import type { KeyEncryptionKey } from '../key-service.ts'
import { VAULT, type VaultAnswer, type VaultCall, type VaultServer, vaultServer } from './vault-http.ts'

export interface VaultTransitSettings extends VaultServer {
  /** The mount path of the transit engine, such as `transit`. */
  mount: string
  /** Names of transit keys. The latest version of the first wraps new data keys; all of them unwrap. */
  keys: readonly string[]
}

export interface VaultTransitKeks {
  /** The latest version of each key, in the order of the settings. */
  keks: KeyEncryptionKey[]
  /** The KEK of any version of these keys, including later ones; undefined for all other ids. */
  find: (id: string) => KeyEncryptionKey | undefined
}

const SEGMENT = '[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?'
const NAME = new RegExp(`^${SEGMENT}$`)
const PATH = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`)
const VERSION = /^[1-9]\d{0,8}$/
const CIPHERTEXT = /^vault:v([1-9]\d{0,8}):[A-Za-z0-9+/]+={0,2}$/
const MAX_CIPHERTEXT = 1024
const MAX_PLAINTEXT = 128

const encrypted = z.object({ ciphertext: z.string().max(MAX_CIPHERTEXT).regex(CIPHERTEXT) })
const decrypted = z.object({
  plaintext: z
    .string()
    .max(MAX_PLAINTEXT)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/),
})
const keyInfo = z.object({
  type: z.string(),
  derived: z.boolean().optional(),
  latest_version: z.int().min(1).max(999_999_999),
})

/** Key types that authenticate associated data and have 256-bit keys. */
const kinds = ['aes256-gcm96', 'chacha20-poly1305', 'xchacha20-poly1305']

/**
 * KEKs in Vault's transit engine, or OpenBao's. Each version of a transit key is a KEK with the id
 * `vault:<mount>/<key>:v<N>`; a namespace precedes the mount, as in Vault's own paths. A rotation in Vault therefore is
 * a KEK rotation here: old data keys still open, new ones are wrapped under the latest version as of the last opening
 * of the KEKs, rows under older versions are counted and rewrapped, and min_decryption_version may be raised once none
 * is left. Every server opens all versions of its keys without a reload, because the version is only a parameter of the
 * request and the ciphertext.
 *
 * Vault's /rewrap is not used: it takes no associated data (nor does OpenBao's), so a ciphertext that is bound to an
 * owner does not open there, and the id, which is bound too, would remain the old one. Each use of a data key passes it
 * through this process anyway, in JSON as base64, a string that cannot be zeroed.
 *
 * The token's policy: `read` on <mount>/keys/<key>, `update` on encrypt/<key> and decrypt/<key>. Never `create`: with
 * it Vault would recreate a missing key instead of refusing.
 *
 * Opening and each call throw backend_unavailable and backend_refused; unwrap also throws unseal_failed.
 * https://developer.hashicorp.com/vault/api-docs/secret/transit
 */
export async function openVaultTransit(settings: VaultTransitSettings): Promise<VaultTransitKeks> {
  const { mount, namespace, keys } = settings
  if (!keys.every((key) => NAME.test(key)) || ![mount, namespace ?? mount].every((path) => PATH.test(path)))
    throw backendRefused(VAULT, 'has no such key', "Give mount, namespace and key as in Vault's paths.")
  const call = vaultServer(settings)
  const prefixOf = (key: string) => `vault:${namespace === undefined ? '' : `${namespace}/`}${mount}/${key}:v`
  const kek = (key: string, version: number) => versionKek({ call, mount, key, version, id: prefixOf(key) + version })
  const keks = await Promise.all(keys.map(async (key) => kek(key, await latestVersion(call, mount, key))))
  const find = (id: string) => {
    const key = keys.find((name) => id.startsWith(prefixOf(name)))
    const text = key === undefined ? '' : id.slice(prefixOf(key).length)
    return key !== undefined && VERSION.test(text) ? kek(key, Number(text)) : undefined
  }
  return { keks, find }
}

async function latestVersion(call: VaultCall, mount: string, key: string): Promise<number> {
  const answer = await call('GET', `${mount}/keys/${key}`)
  if (!('data' in answer)) {
    const remedy = `Create it (vault write -f ${mount}/keys/${key}), or restore Vault's backup if secrets were sealed with it.`
    throw backendRefused(VAULT, `has no transit key ${mount}/${key}`, remedy)
  }
  const { type, derived, latest_version } = parsed(keyInfo, answer.data)
  if (!kinds.includes(type) || derived)
    throw backendRefused(
      VAULT,
      `has a key that cannot wrap, ${mount}/${key}`,
      `Give one of ${kinds.join(', ')}, not derived.`,
    )
  return latest_version
}

interface Version {
  call: VaultCall
  mount: string
  key: string
  version: number
  id: string
}

function versionKek({ call, mount, key, version, id }: Version): KeyEncryptionKey {
  const prefix = `vault:v${version}:`
  return {
    id,
    wrap: async (dek, aad): Promise<Sealed> => {
      const answer = await call('POST', `${mount}/encrypt/${key}`, {
        plaintext: dek.toString('base64'),
        associated_data: aad.toString('base64'),
        // The id is bound into the seal before Vault answers, so Vault cannot choose the version.
        key_version: version,
      })
      if (!('data' in answer)) throw refusal(answer, id)
      const { ciphertext } = parsed(encrypted, answer.data)
      if (!ciphertext.startsWith(prefix))
        throw backendUnavailable(VAULT, 'wrapped under another version than the requested one')
      return Buffer.from(ciphertext)
    },
    unwrap: async (wrapped, aad) => {
      const ciphertext = Buffer.from(wrapped.subarray(0, MAX_CIPHERTEXT + 1)).toString('latin1')
      if (ciphertext.length > MAX_CIPHERTEXT || !CIPHERTEXT.test(ciphertext) || !ciphertext.startsWith(prefix))
        throw unsealFailed()
      const associated_data = aad.toString('base64')
      const answer = await call('POST', `${mount}/decrypt/${key}`, { ciphertext, associated_data })
      if ('data' in answer) return ownBytes(parsed(decrypted, answer.data).plaintext)
      throw answer.errors.some(meansNotOpened) ? unsealFailed() : refusal(answer, id)
    },
  }
}

/**
 * The first text is from Go's crypto/cipher and chacha20poly1305; the second means a changed ciphertext or a recreated
 * key.
 */
const meansNotOpened = (text: string) => /message authentication failed|invalid ciphertext/.test(text)

function refusal({ status, errors }: Exclude<VaultAnswer, { data: unknown }>, id: string): CustodyError {
  // The text is the same in both directions: https://github.com/hashicorp/vault, sdk/helper/keysutil/policy.go
  const isOld = errors.some((text) => /disallowed by policy|less than the minimum/.test(text))
  const remedy = isOld
    ? 'Lower the key’s min_decryption_version until no row names this version, and reload the keys of this server.'
    : 'Check that the key exists and that its type takes associated data (Vault 1.9 or later).'
  return backendRefused(VAULT, `refused to use ${id} (status ${status})`, remedy)
}

function parsed<Shape extends z.ZodType>(shape: Shape, data: unknown): z.output<Shape> {
  const result = shape.safeParse(data)
  if (result.success) return result.data
  throw backendUnavailable(VAULT, 'sent a response in an unexpected form')
}

/** A separate allocation, because the caller zeroes it; Buffer.from would share a pool. */
function ownBytes(base64: string): Buffer {
  const pooled = Buffer.from(base64, 'base64')
  const bytes = Buffer.alloc(pooled.length)
  pooled.copy(bytes)
  pooled.fill(0)
  return bytes
}

import { createSecretKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { CustodyError } from '../errors.ts'

/** The content of a keyring file: keys by id, and the id under which new data keys are wrapped. */
export type KeyringContent = { current: string; keys: ReadonlyMap<string, KeyObject> }

const keyId = z.string().regex(/^local:[1-9]\d{0,8}$/)
// Exactly 32 bytes in canonical base64: the last digit carries four bits, so its two lowest must be zero.
const keyText = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/)
const keyringFile = z.strictObject({ version: z.literal(1), current: keyId, keys: z.record(keyId, keyText) })

/**
 * Parses `{"version": 1, "current": "local:1", "keys": {"local:1": "<base64 of 32 bytes>"}}` and rejects every other
 * form. OpenSSL holds the resulting keys. `path` is for the message only.
 *
 * Throws keyring_malformed, without the text and the parser's message, which may quote a key.
 */
export function parseKeyring(content: Buffer, path: string): KeyringContent {
  const parsed = keyringFile.safeParse(parseJson(content, path))
  if (!parsed.success)
    throw malformed(path, 'it does not have the form {"version": 1, "current": "local:1", "keys": {…}}')
  const { current, keys: texts } = parsed.data
  const keys = new Map(Object.entries(texts).map(([id, text]) => [id, keyOf(text, path)]))
  if (!keys.has(current)) throw malformed(path, `its current key ${current} is not among its keys`)
  const all = [...keys.values()]
  // Two ids for one key would make a rotation ineffective.
  if (all.some((key, index) => all.slice(0, index).some((earlier) => earlier.equals(key)))) {
    throw malformed(path, 'it holds the same key twice')
  }
  return { current, keys }
}

/** The file's bytes. The caller zeroes them with fill(0) once they are written. */
export function serializeKeyring({ current, keys }: KeyringContent): Buffer {
  const texts = Object.fromEntries([...keys].map(([id, key]) => [id, base64Of(key)]))
  return Buffer.from(`${JSON.stringify({ version: 1, current, keys: texts }, null, 2)}\n`)
}

function parseJson(content: Buffer, path: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw malformed(path, 'it is not JSON')
  }
}

function keyOf(text: string, path: string): KeyObject {
  const bytes = Buffer.from(text, 'base64')
  try {
    if (bytes.every((byte) => byte === 0)) throw malformed(path, 'it holds an all-zero key')
    return createSecretKey(bytes)
  } finally {
    bytes.fill(0)
  }
}

function base64Of(key: KeyObject): string {
  const bytes = key.export()
  try {
    return bytes.toString('base64')
  } finally {
    bytes.fill(0)
  }
}

function malformed(path: string, what: string): CustodyError {
  return new CustodyError('keyring_malformed', `The keyring ${path} is refused: ${what}. Restore it from its backup.`)
}

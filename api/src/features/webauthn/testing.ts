import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** User present (WebAuthn level 3, section 6.1); with attested credential data where it registers. */
const PRESENT = 0x01
const ATTESTED = 0x40
/** User verified: by a PIN or a fingerprint. */
const VERIFIED = 0x04

interface Options {
  challenge: string
  origin: string
  rpId: string
}

/** A software authenticator with one ES256 key, as a page reaches it by `navigator.credentials`. */
export const authenticator = (idBytes = 32, { verifies = false } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(idBytes)
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authData = (rpId: string, flags: number, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head[0] = flags | (verifies ? VERIFIED : 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, more])
  }

  /** COSE_Key (RFC 9053, section 7.1.1): EC2, ES256, P-256. */
  const coseKey = (large: number) => {
    const { x, y } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const entries: [number, number | Uint8Array][] = [
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as [number, number][]),
      [-2, bytes(x!)],
      [-3, bytes(y!)],
      ...(large > 0 ? [[-70_000, new Uint8Array(large)] as [number, Uint8Array]] : []),
    ]
    return Buffer.from(isoCBOR.encode(new Map<number, number | Uint8Array>(entries)))
  }

  const credential = <T extends object>(response: T) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    /** `attestation` is the statement of the device's maker, in any format. */
    create: (options: Options, { format = 'none', statement = new Map<string, unknown>(), large = 0 } = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(large)])
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData(options.rpId, PRESENT | ATTESTED, attested))],
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    /** `rewind` sends a counter that does not increase, as a copied authenticator would. */
    get: (options: Options, { rewind = false, userHandle }: { rewind?: boolean; userHandle?: string } = {}) => {
      if (!rewind) counter += 1
      const data = clientData('webauthn.get', options)
      const authenticatorData = authData(options.rpId, PRESENT)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        ...(userHandle ? { userHandle: base64url(userHandle) } : {}),
      })
    },
  }
}

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** Ed25519 (RFC 8032). Signatures are base64url. */
export interface ChainChecker {
  /** The public key, 32 bytes in base64url. */
  key: string
  check: (statement: string, signature: string) => Promise<boolean>
}

export interface ChainSigner extends ChainChecker {
  sign: (statement: string) => string
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes. RFC 8410, section 7. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Checks the signatures of a public key in base64url. Throws where it is none. */
export const checkerOf = (key: string): ChainChecker => {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return {
    key,
    // With a callback it runs beside the event loop.
    check: (statement, signature) =>
      new Promise((resolve, reject) => {
        verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64url'), (error, isValid) =>
          error ? reject(error) : resolve(isValid),
        )
      }),
  }
}

/** The key pair of a 32-byte seed. */
export const signerOf = (seed: Uint8Array): ChainSigner => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    ...checkerOf(x!),
    sign: (statement) => sign(null, Buffer.from(statement), privateKey).toString('base64url'),
  }
}

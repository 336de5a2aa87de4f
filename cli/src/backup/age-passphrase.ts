import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { type Identity, type Recipient, Stanza } from 'age-encryption'

// The passphrases of age, with the scrypt of OpenSSL: its memory is given back when the key is there. That of the library's
// JavaScript stays until a collection, beside all that a backup takes, and it works twice as long.
// https://github.com/C2SP/C2SP/blob/main/age.md#scrypt-recipient-stanza

/** scrypt's cost, 2^17 blocks of 1 KiB, the recommendation of OWASP: twice as many would take 256 MB. */
const WORK_FACTOR = 17
/** A file that asks for more could be meant to take all memory: 1 GB, as age's own programs. */
const MOST_WORK_FACTOR = 20

const SALT = 16
const TAG = 16
const FILE_KEY = 16
const LABEL = 'age-encryption.org/v1/scrypt'
const algorithm = 'chacha20-poly1305'
const tagged = { authTagLength: TAG } as const
/** Each key wraps one file key only. */
const nonce = Buffer.alloc(12)

const withoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const wrapKeyOf = (passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> => {
  const cost = 2 ** workFactor
  // A little more than the table of 1 KiB blocks.
  const options = { N: cost, r: 8, p: 1, maxmem: (cost + 1024) * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** Wraps the key of a file by a passphrase. It must be the file's only recipient. */
export const passphraseRecipient = (passphrase: string): Recipient => ({
  wrapFileKey: async (fileKey) => {
    const salt = randomBytes(SALT)
    const cipher = createCipheriv(algorithm, await wrapKeyOf(passphrase, salt, WORK_FACTOR), nonce, tagged)
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new Stanza(['scrypt', withoutPadding(salt), String(WORK_FACTOR)], body)]
  },
})

/** The salt and work factor of a stanza. Throws where it is not written as the specification says. */
const readStanza = ({ args, body }: Stanza): { salt: Buffer; workFactor: number } => {
  const [, encoded = '', factor = ''] = args
  const salt = Buffer.from(encoded, 'base64')
  const isWhole = args.length === 3 && salt.length === SALT && withoutPadding(salt) === encoded
  if (!isWhole || !/^[1-9]\d?$/.test(factor) || body.length !== FILE_KEY + TAG) throw new Error('invalid scrypt stanza')
  if (Number(factor) > MOST_WORK_FACTOR) throw new Error('scrypt work factor is too high')
  return { salt, workFactor: Number(factor) }
}

/** Unwraps the key of a file by its passphrase; null where it is another one. */
export const passphraseIdentity = (passphrase: string): Identity => ({
  unwrapFileKey: async (stanzas) => {
    const stanza = stanzas.find(({ args }) => args[0] === 'scrypt')
    if (!stanza) return null
    if (stanzas.length > 1) throw new Error('scrypt recipient is not the only one in the header')
    const { salt, workFactor } = readStanza(stanza)
    const decipher = createDecipheriv(algorithm, await wrapKeyOf(passphrase, salt, workFactor), nonce, tagged)
    decipher.setAuthTag(stanza.body.subarray(FILE_KEY))
    try {
      return Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY)), decipher.final()])
    } catch {
      return null
    }
  },
})

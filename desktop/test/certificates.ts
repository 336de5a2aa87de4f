import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import tls from 'node:tls'

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  cert: string
  key: string
}

/** DER, ITU-T X.690: a tag, the length of the content, the content. */
const der = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const hex = (tag: number, content: string) => der(tag, Buffer.from(content, 'hex'))
const utcTime = (date: Date) => {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}

const ecdsaWithSha256 = sequence(hex(0x06, '2a8648ce3d040302'))
const commonName = (name: string) => sequence(der(0x31, sequence(hex(0x06, '550403'), der(0x0c, Buffer.from(name)))))
const isAuthority = sequence(hex(0x06, '551d13'), hex(0x01, 'ff'), der(0x04, sequence(hex(0x01, 'ff'))))
const subjectAltName = (ip: string) =>
  sequence(hex(0x06, '551d11'), der(0x04, sequence(der(0x87, Buffer.from(ip.split('.').map(Number))))))

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

interface Subject {
  name: string
  /** The IPv4 address that a server has; an authority has none. */
  ip?: string
  /** Days from now. */
  from?: number
  until?: number
}

/** X.509 version 3, RFC 5280 section 4.1. */
const certificate = ({ name, ip, from = -30, until = 30 }: Subject, key: KeyObject, issuer: string, by: KeyObject) => {
  const body = sequence(
    der(0xa0, hex(0x02, '02')),
    hex(0x02, '01'),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(utcTime(inDays(from)), utcTime(inDays(until))),
    commonName(name),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(ip ? subjectAltName(ip) : isAuthority)),
  )
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', body, by)))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`
}

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A certificate that its own key has signed. */
export const selfSigned = (subject: Subject): Certificate => {
  const { publicKey, privateKey } = keyPair()
  return { cert: certificate(subject, publicKey, subject.name, privateKey), key: pem(privateKey) }
}

/** An authority that this process trusts until `distrust` is called. */
export const trustedAuthority = () => {
  const name = 'Test authority'
  const { publicKey, privateKey } = keyPair()
  const ca = certificate({ name }, publicKey, name, privateKey)
  const { connect } = tls
  // What fetch connects with.
  tls.connect = ((options: tls.ConnectionOptions, ...rest: []) =>
    connect({ ...options, ca }, ...rest)) as typeof connect
  return {
    issue: (subject: Subject): Certificate => {
      const pair = keyPair()
      return { cert: certificate(subject, pair.publicKey, name, privateKey), key: pem(pair.privateKey) }
    },
    distrust: () => void (tls.connect = connect),
  }
}

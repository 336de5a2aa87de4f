import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Call } from './http.ts'

export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const CLOCK_MS = 5 * 60 * 1000

const sha256 = (text: Buffer | string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** What the signature covers: https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
const canonical = ({ method, path, headers, body }: Call, signed: string[]): string => {
  const { pathname, search } = new URL(path, 'http://kms')
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`)
  return [method, pathname, search.slice(1), lines.join(''), signed.join(';'), sha256(body)].join('\n')
}

/** The name of KMS's exception for a call that these credentials have not signed; undefined for a valid signature. */
export const signatureProblem = (call: Call, region: string, credentials: AwsCredentials): string | undefined => {
  const [, accessKeyId, day, ofRegion, service, list, signature] =
    AUTHORIZATION.exec(call.headers.authorization ?? '') ?? []
  if (!accessKeyId || !day || !list || !signature) return 'MissingAuthenticationTokenException'
  if (accessKeyId !== credentials.accessKeyId) return 'UnrecognizedClientException'
  const signed = list.split(';')
  const date = call.headers['x-amz-date'] ?? ''
  const covers = ['host', 'x-amz-date', 'x-amz-target'].every((name) => signed.includes(name))
  const current = Math.abs(timeOf(date) - Date.now()) < CLOCK_MS && date.startsWith(day)
  if (!covers || !current || ofRegion !== region || service !== 'kms') return 'InvalidSignatureException'
  const scope = `${day}/${region}/kms/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(call, signed))].join('\n')
  const key = ['kms', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region),
  )
  const expected = hmac(key, text)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'InvalidSignatureException'
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Brotli's highest quality, 11, takes twenty times as long as this one, for a tenth less. */
const BROTLI_QUALITY = 9

const encode = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    }),
  gzip: (text: string) => promisify(gzip)(text),
  identity: async (text: string) => Buffer.from(text),
}
type Encoding = keyof typeof encode

/**
 * One encoding of the document. Encodings differ in their bytes and therefore in their strong entity tags (RFC 9110,
 * section 8.8.3.3).
 */
interface Form {
  body: Buffer
  headers: Record<string, string>
}

const formOf = (body: Buffer, type: string, encoding: Encoding): Form => ({
  body,
  headers: {
    'content-type': type,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  },
})

const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const matches = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))

/** The request headers that determine the response. */
interface RequestHeaders {
  'accept-encoding'?: string | string[] | undefined
  'if-none-match'?: string | undefined
}
export interface PreparedAnswer {
  status: 200 | 304
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Calls once; after a failure, the next call tries again. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/**
 * A document that is built at the first request, and encoded and hashed at the first one of each encoding. If that
 * fails, the next request tries again.
 */
export const prepareOnce = (
  type: string,
  make: () => string,
): ((wanted: RequestHeaders) => Promise<PreparedAnswer>) => {
  const text = once(async () => make())
  const formIn = (encoding: Encoding) => once(async () => formOf(await encode[encoding](await text()), type, encoding))
  const forms = { br: formIn('br'), gzip: formIn('gzip'), identity: formIn('identity') }
  return async (wanted) => {
    const accepted = String(wanted['accept-encoding'] ?? '')
    const encoding = (['br', 'gzip'] as const).find((each) => accepts(accepted, each)) ?? 'identity'
    const { headers, body } = await forms[encoding]()
    const known = matches(wanted['if-none-match'] ?? '', headers['etag']!)
    return known ? { status: 304, headers, body: undefined } : { status: 200, headers, body }
  }
}

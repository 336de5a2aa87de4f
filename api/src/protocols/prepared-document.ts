import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compress = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) } }),
  gzip: (text: string) => promisify(gzip)(text),
}
type Encoding = keyof typeof compress | 'identity'

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

const prepare = async (text: string, type: string): Promise<Record<Encoding, Form>> => ({
  br: formOf(await compress.br(text), type, 'br'),
  gzip: formOf(await compress.gzip(text), type, 'gzip'),
  identity: formOf(Buffer.from(text), type, 'identity'),
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

/**
 * A document that is built, compressed and hashed once, at the first request. If that fails, the next request tries
 * again.
 */
export const prepareOnce = (
  type: string,
  make: () => string,
): ((wanted: RequestHeaders) => Promise<PreparedAnswer>) => {
  let forms: Promise<Record<Encoding, Form>> | undefined
  const prepared = () => {
    forms ??= (async () => prepare(make(), type))().catch((error: unknown) => {
      forms = undefined
      throw error
    })
    return forms
  }
  return async (wanted) => {
    const accepted = String(wanted['accept-encoding'] ?? '')
    const encoding = (['br', 'gzip'] as const).find((each) => accepts(accepted, each)) ?? 'identity'
    const { headers, body } = (await prepared())[encoding]
    const known = matches(wanted['if-none-match'] ?? '', headers['etag']!)
    return known ? { status: 304, headers, body: undefined } : { status: 200, headers, body }
  }
}

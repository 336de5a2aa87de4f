import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** The metadata of the players' front end for link previews. https://ogp.me */
export interface PageMeta {
  title: string
  description: string
  /** An absolute address, which previews require. */
  image: string | null
  /** The picture displayed until the page's script runs; null keeps the build's own. */
  splash: string | null
  /** The page's address, without a trailing slash. */
  url: string
  /** Where operators find the console, for a server without an app; null: the page does not say. */
  console: string | null
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const tag = (attribute: 'name' | 'property', key: string, content: string): string =>
  `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`

/** The page with its own title, description and `og:` tags; a page without a head is returned unchanged. */
export const withMeta = (html: string, { title, description, image, splash, url, console }: PageMeta): string => {
  const tags = [
    tag('property', 'og:type', 'website'),
    tag('property', 'og:site_name', title),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    tag('property', 'og:url', url),
    ...(image === null ? [] : [tag('property', 'og:image', image)]),
    tag('name', 'twitter:card', 'summary'),
    ...(console === null ? [] : [tag('name', 'openauth-console', console)]),
  ]
  return (
    html
      // By functions: a name may have `$&` in it, which a replacement text would expand.
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(/<meta name="description" content="[^"]*" \/>/, () => tag('name', 'description', description))
      .replace('</head>', () => `${tags.join('')}</head>`)
      .replace(/(<img class="splash" src=")[^"]*/, (found, before) =>
        splash === null ? found : `${before}${escapeHtml(splash)}`,
      )
  )
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const encodings = ['br', 'gzip'] as const
export type PageEncoding = (typeof encodings)[number]

export interface RenderedPage {
  plain: Buffer
  compressed: Record<PageEncoding, Buffer>
  etag: string
}

const render = async (html: string): Promise<RenderedPage> => {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all(encodings.map((encoding) => compressors[encoding](plain)))
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, compressed: { br: br!, gzip: gz! }, etag }
}

/** The page, and on a server without an app its variant that names the console. */
const VARIANTS = 2

/** Caches the compressed forms of the latest pages. */
export const createPageRenderer = (): ((html: string) => Promise<RenderedPage>) => {
  const pages = new LRUCache<string, Promise<RenderedPage>>({ max: VARIANTS })
  return (html) => {
    const page = pages.get(html) ?? render(html)
    pages.set(html, page)
    return page
  }
}

/** The encoding to send, among those that a browser accepts. RFC 9110, section 12.5.3. */
export const encodingFor = (accepted: string | undefined): PageEncoding | undefined => {
  const named = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase())
  return encodings.find((encoding) =>
    named.some((part) => part === encoding || /^([a-z]+);\s*q=(1|0\.[1-9])/.exec(part)?.[1] === encoding),
  )
}

import { HostError } from './errors.ts'

/** Parses an absolute http or https link. Throws WebAppTgUrlInvalid on all others: `javascript:` must not open. */
export const webLink = (link: string): URL => {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new HostError('WebAppTgUrlInvalid')
}

/** Path and query of a t.me link, as Telegram expects them. Throws WebAppTgUrlInvalid on other hosts. */
export const telegramPath = (link: string): string => {
  const { host, pathname, search } = webLink(link)
  if (host !== 't.me') throw new HostError('WebAppTgUrlInvalid', `the host is ${host}`)
  return pathname + search
}

/** The slug of `https://t.me/$slug` or `https://t.me/invoice/slug`. Throws WebAppInvoiceUrlInvalid. */
export const invoiceSlug = (link: string): string => {
  const url = URL.canParse(link) ? new URL(link) : undefined
  const isTelegram = url !== undefined && /^https?:$/.test(url.protocol) && url.host === 't.me'
  const slug = isTelegram ? /^\/(?:\$|invoice\/)([\w=-]+)$/.exec(url.pathname)?.[1] : undefined
  if (slug === undefined) throw new HostError('WebAppInvoiceUrlInvalid')
  return slug
}

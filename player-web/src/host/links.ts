import { HostError } from './errors.ts'

/** An absolute http or https link, as the URL parser writes it. Throws WebAppTgUrlInvalid: `javascript:` must not open. */
export const webLink = (link: string): URL => {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new HostError('WebAppTgUrlInvalid')
}

/** Path and query of a link of exactly the host t.me, which is all that is sent. Throws WebAppTgUrlInvalid. */
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

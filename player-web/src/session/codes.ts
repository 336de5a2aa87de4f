import { pageStorage } from '../lib/page-storage.ts'

/** Names that links in the field use, and under which pages in the field keep what they brought. */
const kinds = {
  refer: { parameter: 'refer_code', key: 'SONIC:ReferCode', form: /^[A-Z0-9]{8}$/ },
  odyssey: { parameter: 'ods_code', key: 'SONIC:OdsCode', form: /^[\w.~-]{1,128}$/ },
} as const
export type CodeKind = keyof typeof kinds

/** Keeps a code until it is bound; what has not the form of one is as good as none. Whether it outlives this page. */
export const storeCode = (kind: CodeKind, code: string | null | undefined): boolean => {
  const { key, form } = kinds[kind]
  const text = code?.trim() ?? ''
  return form.test(text) && pageStorage.set(key, text)
}

/** The code that waits to be bound. */
export const storedCode = (kind: CodeKind): string | undefined => {
  const { key, form } = kinds[kind]
  const text = pageStorage.get(key) ?? ''
  return form.test(text) ? text : undefined
}

const REFUSED_KEY = 'SONIC:RefusedReferCode'

/** Remembers that the server refused a user this refer code: it stays kept, and is not sent for that user again. */
export const markRefused = (userId: string, referCode: string): void =>
  void pageStorage.set(REFUSED_KEY, `${userId} ${referCode}`)

export const wasRefused = (userId: string, referCode: string): boolean =>
  pageStorage.get(REFUSED_KEY) === `${userId} ${referCode}`

export const removeCode = (kind: CodeKind): void => pageStorage.remove(kinds[kind].key)

/**
 * Keeps the codes that the page's address brought, and takes them off it: a reload would bring them again. Of a repeated
 * parameter the first counts.
 */
export const extractCodes = (): void => {
  const url = new URL(location.href)
  for (const kind of Object.keys(kinds) as CodeKind[]) {
    const { parameter } = kinds[kind]
    if (storeCode(kind, url.searchParams.get(parameter))) url.searchParams.delete(parameter)
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url)
}

import { pageStorage } from '../lib/page-storage.ts'

/** The codes in links, their query parameters and storage keys. Existing links and pages use these names. */
const kinds = {
  refer: { parameter: 'refer_code', key: 'SONIC:ReferCode', form: /^[A-Z0-9]{8}$/ },
  odyssey: { parameter: 'ods_code', key: 'SONIC:OdsCode', form: /^[\w.~-]{1,128}$/ },
} as const
export type CodeKind = keyof typeof kinds

/** Stores a code until it is bound, and ignores text in another format. Whether it is stored longer than this page. */
export const storeCode = (kind: CodeKind, code: string | null | undefined): boolean => {
  const { key, form } = kinds[kind]
  const text = code?.trim() ?? ''
  return form.test(text) && pageStorage.set(key, text)
}

/** The stored code that is not bound yet. */
export const storedCode = (kind: CodeKind): string | undefined => {
  const { key, form } = kinds[kind]
  const text = pageStorage.get(key) ?? ''
  return form.test(text) ? text : undefined
}

const REFUSED_KEY = 'SONIC:RefusedReferCode'

/** Records that the server refused a refer code for a user. It stays stored, but is not sent for that user again. */
export const markRefused = (userId: string, referCode: string): void =>
  void pageStorage.set(REFUSED_KEY, `${userId} ${referCode}`)

/** Whether the server refused this refer code for this user. */
export const wasRefused = (userId: string, referCode: string): boolean =>
  pageStorage.get(REFUSED_KEY) === `${userId} ${referCode}`

/** Removes a stored code. */
export const removeCode = (kind: CodeKind): void => pageStorage.remove(kinds[kind].key)

/**
 * Stores the codes in the page's address and removes them from it, so that a reload does not store them again. Of a
 * repeated parameter, the first counts.
 */
export const extractCodes = (): void => {
  const url = new URL(location.href)
  for (const kind of Object.keys(kinds) as CodeKind[]) {
    const { parameter } = kinds[kind]
    if (storeCode(kind, url.searchParams.get(parameter))) url.searchParams.delete(parameter)
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url)
}

/**
 * Whether `Intl` accepts a tag of `navigator.languages`. Chromium reports `en-US@posix` where the system has no locale
 * set, for which `Intl` throws a RangeError.
 */
export const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

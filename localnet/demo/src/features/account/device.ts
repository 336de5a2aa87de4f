const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const first = (names: typeof browsers | typeof systems, text: string) => names.find(([form]) => form.test(text))?.[1]

/** What a User-Agent is to people: the browser and the system, as far as they are known. */
export const deviceOf = (userAgent: string | null): string => {
  const known = [first(browsers, userAgent ?? ''), first(systems, userAgent ?? '')].filter(Boolean)
  return known.length > 0 ? known.join(' on ') : (userAgent?.slice(0, 40) ?? 'Unknown device')
}

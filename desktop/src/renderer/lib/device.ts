/** What a user agent says of itself; undefined where it says nothing that is known. */
export interface Device {
  browser: string | undefined
  system: string | undefined
}

/** In this order: many name the browsers that they descend from as well. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['OpenAuth CLI', /^openauth-cli\/([\w.+-]{1,40})/],
  ['Telegram', /Telegram/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /(?:OPR|OPT|Opera)\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Yandex', /YaBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Electron', /Electron\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
  ['curl', /^curl\/(\d+)/],
  ['Node.js', /^(?:node|undici)\b/i],
  ['Python', /^python-\w+\/(\d+)/i],
  ['Go', /^Go-http-client/],
  ['okhttp', /^okhttp\/(\d+)/],
]

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPadOS', /iPad/],
  ['iOS', /iPhone|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
]

/** The longest text that is looked at: a header may be long, and what matters stands at its beginning. */
const LOOKED_AT = 512

/** The browser with its main version, or the CLI with its whole one, and the system, as a user agent names them (RFC 9110, section 10.1.5). */
export const deviceOf = (userAgent: string | null): Device => {
  const text = userAgent?.slice(0, LOOKED_AT) ?? ''
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  for (const [name, pattern] of browsers) {
    const found = pattern.exec(text)
    if (found) return { browser: found[1] ? `${name} ${found[1]}` : name, system }
  }
  return { browser: undefined, system }
}

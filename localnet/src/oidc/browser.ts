import type { Person } from '../identity/people.ts'

/** Cookies by name. Every path of an issuer on loopback is the same site. */
type Cookies = Map<string, string>

const remember = (cookies: Cookies, response: Response): void => {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1)
    const cut = pair.indexOf('=')
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)]
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}

const request = async (cookies: Cookies, url: string, init: RequestInit = {}): Promise<Response> => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
  remember(cookies, response)
  return response
}

const wordsOf = (markup: string): string => markup.replaceAll(/<style>[\s\S]*<\/style>|<[^>]+>|\s+/g, ' ').trim()

/**
 * Opens an authorization address with an empty browser, chooses the person or declines, and follows the redirects.
 * Resolves with the first address outside of the issuer. Rejects with the text of an error page.
 */
export const authorizeAs = async (issuer: string, url: string, choice: Person | 'cancel'): Promise<string> => {
  const cookies: Cookies = new Map()
  let [at, response] = [url, await request(cookies, url)]
  for (let step = 0; step < 10; step += 1) {
    const location = response.headers.get('location')
    if (location) {
      at = new URL(location, at).href
      if (new URL(at).origin !== new URL(issuer).origin) return at
      response = await request(cookies, at)
      continue
    }
    const body = await response.text()
    const action = /action="(\/interaction\/[^"]+)"/.exec(body)?.[1]
    if (!action) throw new Error(`No login page (${response.status}): ${wordsOf(body)}`)
    const form = new URLSearchParams(choice === 'cancel' ? { cancel: 'yes' } : { person: choice.slug })
    at = new URL(action, at).href
    response = await request(cookies, at, { method: 'POST', body: form })
  }
  throw new Error(`The issuer redirects without end: ${at}`)
}

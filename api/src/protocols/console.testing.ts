import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { adminCredentials, type TestServer } from '../testing.ts'

/** What a browser says of a call by a script of a page of the same origin. */
export const callHeaders = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
/** What a browser says of a page that somebody opens. */
export const openHeaders = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

export interface ConsoleAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The code of a refusal. */
  code: string | undefined
}

const codeIn = (body: string): string | undefined => {
  try {
    return JSON.parse(body).code
  } catch {
    return undefined
  }
}

/** Sends a request with exactly this path and these headers, which fetch would change. */
export const ask = (
  { url }: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<ConsoleAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = body && JSON.stringify(body)
    const json = sent ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) } : {}
    const call = request({ hostname, port, method, path, headers: { ...json, ...headers } }, async (response) => {
      const answered = await text(response)
      resolve({ status: response.statusCode!, headers: response.headers, text: answered, code: codeIn(answered) })
    })
    call.once('error', reject).end(sent)
  })

/** The console's cookie that an answer sets, with its attributes. */
export const cookieIn = ({ headers }: ConsoleAnswer): string | undefined =>
  [headers['set-cookie'] ?? []].flat().find((cookie) => cookie.includes('openauth_console'))

/** A console in a browser that is signed in. */
export interface SignedIn {
  /** The header of its cookie, `name=value`. */
  cookie: string
  key: string
  /** The headers of its calls. */
  headers: Record<string, string>
  /** The answer to the sign-in. */
  answer: ConsoleAnswer
}

/** Signs in as the console's page does. */
export const signInToConsole = async (
  server: Pick<TestServer, 'url'>,
  { host, credentials = adminCredentials }: { host?: string; credentials?: typeof adminCredentials } = {},
): Promise<SignedIn> => {
  const headers = { ...callHeaders, ...(host ? { host } : {}), 'openauth-console-key': 'signed-out' }
  const answer = await ask(server, 'POST', '/console/api/admin/login', headers, credentials)
  const cookie = cookieIn(answer)?.split(';', 1)[0] ?? ''
  const key = JSON.parse(answer.text).data?.pageKey as string
  return { cookie, key, headers: { ...callHeaders, cookie, 'openauth-console-key': key }, answer }
}

import { createHash } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { startIdentityWorld, type IdentityWorld } from '../src/identity/world.ts'

/** One world for a file's tests. */
export const useWorld = (): (() => IdentityWorld) => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await startIdentityWorld()
  })
  afterAll(() => world.stop())
  return () => world
}

export const callback = (provider: string): string =>
  `http://127.0.0.1:8787/auth/0a4d55a8-d778-4e5b-8f0a-3c1f6a1b2c3d/${provider}/callback`

export const verifier = 'a-verifier-that-is-long-enough-for-the-rfc-43'
export const challenge = createHash('sha256').update(verifier).digest('base64url')

export const withQuery = (url: string, query: Record<string, string>): string =>
  `${url}?${new URLSearchParams(query).toString()}`

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export const call = async (url: string, init?: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

export const post = (
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> => call(url, { method: 'POST', body: new URLSearchParams(form), headers })

export const bearer = (token: unknown): RequestInit => ({ headers: { authorization: `Bearer ${String(token)}` } })

export const basic = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})

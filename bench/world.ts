import { createClient, fetchTransport } from '@openauth/client'

export interface World {
  appId: string
  adminToken: string
  tokens: string[]
  /** Bodies of rightful logins, one a user. */
  logins: string[]
}

const users = 200
const password = 'a password for measuring'

/** Sets a fresh server up with an app and users. */
export const openWorld = async (url: string): Promise<World> => {
  const as = (token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))
  const admin = { username: 'operator', password }
  const { initialized } = await as().setup.config()
  if (!initialized) await as().setup.create(admin)
  const { token } = await as().setup.login(admin)
  const { id: appId } = await as(token).apps.create({ name: `Benchmark ${Date.now()}` })
  const tokens: string[] = []
  const logins: string[] = []
  for (let index = 0; index < users; index += 8) {
    const batch = Array.from({ length: 8 }, (_, offset) => ({ appId, username: `user ${index + offset}`, password }))
    const results = await Promise.all(batch.map((input) => as().login.username({ ...input, type: 'register' })))
    tokens.push(...results.map((result) => result.token))
    logins.push(...batch.map((input) => JSON.stringify({ ...input, type: 'login' })))
  }
  return { appId, adminToken: token, tokens, logins }
}

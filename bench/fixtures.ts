import { createClient, fetchTransport } from '@openauth/client'

/** An app with users on the benchmarked server. */
export interface Fixtures {
  appId: string
  admin: { username: string; password: string }
  adminToken: string
  /** User tokens, one per user. */
  tokens: string[]
  /** JSON bodies of valid password logins, one per user. */
  logins: string[]
}

const userCount = 200
const password = 'a password for measuring'

/** Creates the first admin, an app and 200 users with passwords on a new server. */
export const createFixtures = async (url: string): Promise<Fixtures> => {
  const clientOf = (token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))
  const admin = { username: 'operator', password }
  const { initialized } = await clientOf().setup.config()
  if (!initialized) await clientOf().setup.create(admin)
  const { token } = await clientOf().setup.login(admin)
  const { id: appId } = await clientOf(token).apps.create({ name: `Benchmark ${Date.now()}` })
  const tokens: string[] = []
  const logins: string[] = []
  for (let index = 0; index < userCount; index += 8) {
    const batch = Array.from({ length: 8 }, (_, offset) => ({ appId, username: `user ${index + offset}`, password }))
    const results = await Promise.all(batch.map((input) => clientOf().login.username({ ...input, type: 'register' })))
    tokens.push(...results.map((result) => result.token))
    logins.push(...batch.map((input) => JSON.stringify({ ...input, type: 'login' })))
  }
  return { appId, admin, adminToken: token, tokens, logins }
}

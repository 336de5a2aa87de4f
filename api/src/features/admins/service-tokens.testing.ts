import { type Client, type HandlerInput, type contract } from '@openauth/client'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

/** The password of the admins that `newAdmin` makes. */
export const password = 'long enough to log in'

type Given = Partial<HandlerInput<typeof contract.serviceTokens.create>>

export interface TokenWorld {
  server: TestServer
  /** A session of the first admin. */
  owner: string
  mine: TestApp
  other: TestApp
  /** Creates a service token with what is given, else one of an owner for all calls. */
  make: (given?: Given, by?: string) => ReturnType<Client['serviceTokens']['create']>
  /** Creates an admin and logs in as it. */
  newAdmin: (username: string, rights: object) => Promise<{ id: number; token: string }>
}

/** A server with an owner and two apps. */
export const startTokenWorld = async (): Promise<TokenWorld> => {
  const server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0', OPENAUTH_CONSOLE: 'on' })
  const owner = await signInAsAdmin(server)
  const usual = { name: 'deploy', role: 'owner', expiresInDays: 90 } as const
  return {
    server,
    owner,
    mine: await createTestApp(server, owner, 'Mine'),
    other: await createTestApp(server, owner, 'Other'),
    make: (given = {}, by = owner) => server.as(by).serviceTokens.create({ ...usual, ...given }),
    newAdmin: async (username, rights) => {
      const { id } = await server.as(owner).admins.create({ username, password, ...rights })
      return { id, token: (await server.as().setup.login({ username, password })).token }
    },
  }
}

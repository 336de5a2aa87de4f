import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

export interface PermissionHarness {
  server: TestServer
  app: TestApp
  adminToken: string
  newUser: () => Promise<TestUser>
  /** A grant with any body, valid or not. */
  post: (user: TestUser, body: object) => ReturnType<TestServer['send']>
}

/** A server with an app whose users open dapps. */
export const startPermissionHarness = async (): Promise<PermissionHarness> => {
  const server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const adminToken = await signInAsAdmin(server)
  const app = await createTestApp(server, adminToken, 'Dapps')
  let serial = 0
  return {
    server,
    app,
    adminToken,
    newUser: () => signInAs(server, app.id, `dapp user ${(serial += 1)}`),
    post: ({ token }, body) => server.send('POST', '/user/dapp-permissions', { token, body }),
  }
}

import type { Approval, Client, FourEyesKind } from '@openauth/client'
import { ApiError } from '@openauth/client'
import {
  adminCredentials,
  createTestApp,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestServerOptions,
} from '../../testing.ts'

/** The password of the admins that `newAdmin` makes. */
export const password = 'long enough to log in'
export const ownPassword = adminCredentials.password

export interface SignedIn {
  id: number
  token: string
  /** The client with this admin's session. */
  client: Client
}

export interface ApprovalWorld {
  server: TestServer
  /** The first admin, an owner, who asks. */
  one: SignedIn
  /** The second owner, who approves. */
  two: SignedIn
  app: TestApp
  other: TestApp
  /** Creates an admin and logs it in, also while access waits for approval. */
  newAdmin: (username: string, rights: object) => Promise<SignedIn>
  /** Holds calls of these kinds from now on, and no others. */
  hold: (...kinds: FourEyesKind[]) => Promise<void>
}

const signedIn = async ({ as }: Pick<TestServer, 'as'>, token: string): Promise<SignedIn> => ({
  token,
  client: as(token),
  id: (await as(token).setup.whoami()).id,
})

/** A server with two owners and two apps. Nothing is held. */
export const startApprovalWorld = async (
  environment: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<ApprovalWorld> => {
  const server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0', ...environment }, options)
  const one = await signedIn(server, await signInAsAdmin(server))
  const { prisma } = server.resources.db
  const hold = async (...kinds: FourEyesKind[]) => {
    await prisma.fourEyes.upsert({ where: { id: 1 }, create: { kinds }, update: { kinds } })
  }
  const newAdmin = async (username: string, rights: object) => {
    const before = await prisma.fourEyes.findUnique({ where: { id: 1 } })
    await hold()
    await one.client.admins.create({ username, password, ...rights })
    await hold(...((before?.kinds ?? []) as FourEyesKind[]))
    return signedIn(server, (await server.as().setup.login({ username, password })).token)
  }
  return {
    server,
    one,
    two: await newAdmin('second', { role: 'owner' }),
    app: await createTestApp(server, one.token, 'Shop'),
    other: await createTestApp(server, one.token, 'Other'),
    newAdmin,
    hold,
  }
}

/** Makes a call that is held; resolves to the id of its request. Throws where it is not held. */
export const asked = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => new Error('the call ran at once'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError && error.code === 'approval_required' && error.approval) return error.approval.id
  throw error
}

/** Approves as an admin whose password is that of `newAdmin`. */
export const approveAs = ({ client }: SignedIn, id: string): Promise<Approval> =>
  client.approvals.approve({ id, currentPassword: password })

export const approvalReason = 'The partner pays out more now'

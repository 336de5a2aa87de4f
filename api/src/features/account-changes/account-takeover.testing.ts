import type { Purpose } from '@openauth/client'
import { expect } from 'vitest'
import { signInAs, type TestServer, type TestUser } from '../../testing.ts'
import { pageOrigin, startLoginWorld } from '../login/testing.ts'
import { ethereumWallet, type TestWallet } from '../login/wallets.testing.ts'
import { authenticator } from '../webauthn/testing.ts'

export const HOUR = 3_600_000
/** The page that asks for challenges. */
export const uri = `${pageOrigin}/account`
export const timeAgo = (milliseconds: number) => new Date(Date.now() - milliseconds)

type Caller = Pick<TestUser, 'token'>
type WalletChain = 'ethereum' | 'solana'

/** 200, or the code of the error. */
export const outcome = async (answer: ReturnType<TestServer['send']>): Promise<number | string> => {
  const { status, body } = await answer
  return status === 200 ? 200 : (body.code as string)
}

/** A server with an app that shows private keys, its users, and calls with what a thief of a session token has. */
export const startTakeoverHarness = async () => {
  const login = await startLoginWorld()
  const { server, app, admin, world, stop } = login
  const { prisma } = server.resources.db
  await admin.apps.update({ id: app.id, privateKeyExportEnabled: true })
  let serial = 0

  /** A new user, and the password of that user. */
  const newUser = async () => {
    const username = `victim ${(serial += 1)}`
    return { ...(await signInAs(server, app.id, username)), username, password: `password of ${username}` }
  }

  /** Moves the start of the user's sessions back. */
  const ageSessions = ({ id: userId }: TestUser, byMilliseconds = 2 * 24 * HOUR) =>
    prisma.session.updateMany({ where: { userId }, data: { createdAt: timeAgo(byMilliseconds) } })

  /** Moves the addition of the user's identity back. */
  const ageIdentity = ({ id: userId }: TestUser, provider: 'ethereum' | 'telegram' | 'email', byMilliseconds: number) =>
    prisma.identity.updateMany({
      where: { userId, provider },
      data: { confirmedAt: timeAgo(byMilliseconds), createdAt: timeAgo(byMilliseconds) },
    })

  /** A user whose login is two days old; an attacker has the token. */
  const oldSession = async () => {
    const user = await newUser()
    await ageSessions(user)
    return user
  }

  const post = ({ token }: Caller, path: string, body: object = {}) => server.send('POST', path, { token, body })

  /** The wallet's signature of a challenge: for a login, or for the purpose that a session requested. */
  const signed = async (
    wallet: TestWallet,
    chain: WalletChain = 'ethereum',
    { purpose = 'login', token }: { purpose?: Purpose } & Partial<Caller> = {},
  ) => {
    const input = { appId: app.id, chain, address: wallet.address, uri, purpose }
    const { message } = await server.as(token).login.challenge(input)
    const field = chain === 'ethereum' ? 'ethAddress' : 'solAddress'
    return { [field]: wallet.address, message, signature: await wallet.sign(message) }
  }

  const signedToBind = ({ token }: Caller, wallet: TestWallet, chain: WalletChain = 'ethereum') =>
    signed(wallet, chain, { purpose: 'bind', token })

  /** The body of a call that a wallet reauthenticates. */
  const proofBy = async ({ token }: Caller, wallet: TestWallet, chain: WalletChain = 'ethereum') => ({
    proof: { method: chain, ...(await signed(wallet, chain, { purpose: 'reauthenticate', token })) },
  })

  const bindWallet = async (user: TestUser, wallet = ethereumWallet(), more = {}) => {
    const body = { ...(await signedToBind(user, wallet)), ...more }
    await expect(outcome(post(user, '/user/bind-ethereum', body))).resolves.toBe(200)
    return wallet
  }

  const logInBy = async (wallet: TestWallet): Promise<Pick<TestUser, 'token' | 'client'>> => {
    const body = { appId: app.id, ...(await signed(wallet)) }
    const { token } = (await server.send('POST', '/user/login-ethereum', { body })).body.data
    return { token, client: server.as(token) }
  }

  /** Exports the private key, reauthenticated by a wallet. */
  const exportBy = async (user: Caller, wallet: TestWallet, chain: WalletChain = 'ethereum') =>
    outcome(post(user, '/user/solana/private-key', await proofBy(user, wallet, chain)))

  /** Registers a passkey from a session that is recent; returns its device and its credential id. */
  const addPasskey = async ({
    client,
  }: TestUser): Promise<{ device: ReturnType<typeof authenticator>; id: string }> => {
    const device = authenticator()
    const { challenge } = await client.passkeys.registerOptions({ uri })
    const response = device.create({ challenge: challenge as string, origin: pageOrigin, rpId: 'localhost' })
    await client.passkeys.registerVerify({ response })
    return { device, id: response.id }
  }

  const reauthenticate = async (user: TestUser, credential: object) =>
    (await post(user, '/user/reauthenticate', credential)).body.data.token as string

  return {
    server,
    app,
    admin,
    world,
    prisma,
    stop,
    newUser,
    oldSession,
    ageSessions,
    ageIdentity,
    post,
    signedToBind,
    proofBy,
    bindWallet,
    addPasskey,
    logInBy,
    exportBy,
    reauthenticate,
  }
}

export type TakeoverHarness = Awaited<ReturnType<typeof startTakeoverHarness>>

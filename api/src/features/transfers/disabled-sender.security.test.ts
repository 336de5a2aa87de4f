import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestApp, type TestUser } from '../../testing.ts'
import { type FaultProxy, type SendHarness, startFaultProxy, startSendHarness } from '../wallets/testing.ts'

let node: SolanaNode
let proxy: FaultProxy
let harness: SendHarness
let serial = 0
/** While set, simulations wait: the send is authorized and has not signed yet. */
let gate: { reached: () => void; opened: Promise<void> } | undefined

beforeAll(async () => {
  node = await startSolana()
  proxy = await startFaultProxy(node.url, async (method) => {
    if (method !== 'simulateTransaction' || !gate) return
    gate.reached()
    await gate.opened
  })
  harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: proxy.url })
})
afterAll(async () => {
  await harness.stop()
  proxy.close()
  await node.stop()
})

const admin = () => harness.server.as(harness.adminToken)
const prisma = () => harness.server.resources.db.prisma

interface Case {
  app: TestApp
  user: TestUser
}
const newCase = async (): Promise<Case> => {
  const app = await createTestApp(harness.server, harness.adminToken, `App ${(serial += 1)}`)
  await admin().apps.update({ id: app.id, privateKeyExportEnabled: true })
  const user = await signInAs(harness.server, app.id, 'sender')
  await node.fund((await user.client.account.wallets()).solWallet, 1_000_000_000n)
  return { app, user }
}

const payment = () => ({ address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' })
const sendAsUser = ({ user }: Case) =>
  harness.server.send('POST', '/user/solana/send-token', { token: user.token, body: payment() })
const sendAsPartner = ({ app, user }: Case) =>
  harness.server.send('POST', `/app/users/${user.id}/solana/send-token`, { token: app.secret, body: payment() })

/** Runs `meanwhile` while the send waits for the node. */
const during = async (
  send: ReturnType<typeof sendAsUser> | (() => ReturnType<typeof sendAsUser>),
  meanwhile: () => Promise<unknown>,
) => {
  let open!: () => void
  const reached = new Promise<void>((resolve) => {
    gate = { reached: resolve, opened: new Promise((opened) => (open = opened)) }
  })
  const answer = typeof send === 'function' ? send() : send
  await Promise.race([reached, answer.then(({ body }) => Promise.reject(new Error(JSON.stringify(body))))])
  await meanwhile()
  gate = undefined
  open()
  return answer
}

const disable = ({ app, user }: Case) => admin().users.disable({ appId: app.id, id: user.id })
const remove = ({ app, user }: Case) => admin().users.delete({ appId: app.id, id: user.id })
const removeApp = ({ app }: Case) => admin().apps.delete({ id: app.id })
const endSessions = ({ app, user }: Case) => admin().users.endSessions({ appId: app.id, id: user.id })
const logout = ({ user }: Case) => user.client.account.logout()
const rotate = ({ app }: Case) => admin().apps.rotateSecret({ id: app.id, overlapSeconds: 0 })

describe('a send in progress is not signed', () => {
  test.each([
    ['of a user who is disabled', sendAsUser, disable, 'unauthorized'],
    ['of a user who is deleted', sendAsUser, remove, 'unauthorized'],
    ['of a user whose app is deleted', sendAsUser, removeApp, 'unauthorized'],
    ['in a session that is ended', sendAsUser, endSessions, 'unauthorized'],
    ['in a session that logs out', sendAsUser, logout, 'unauthorized'],
    ['by a partner, of a user who is disabled', sendAsPartner, disable, 'user_disabled'],
    ['by a partner, of a user who is deleted', sendAsPartner, remove, 'user_not_found'],
    ['by a partner whose app is deleted', sendAsPartner, removeApp, 'user_not_found'],
    ['by a partner whose secret is replaced', sendAsPartner, rotate, 'unauthorized'],
  ])('%s', async (_, send, end, code) => {
    const sender = await newCase()
    const { body } = await during(
      () => send(sender),
      () => end(sender),
    )
    expect(body.code).toBe(code)
    expect(await prisma().transaction.count({ where: { userId: sender.user.id } })).toBe(0)
  })

  test('but is signed if user, session and app stay', async () => {
    const sender = await newCase()
    for (const send of [sendAsUser, sendAsPartner])
      expect(
        (
          await during(
            () => send(sender),
            async () => undefined,
          )
        ).status,
      ).toBe(200)
  })
})

/** Runs `work` while another database transaction holds the rows that the statement locks. */
const whileLocked = async (sql: string, id: string, work: (release: () => Promise<unknown>) => Promise<void>) => {
  const client = await harness.server.resources.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(sql, [id])
    await work(() => client.query('COMMIT'))
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

describe('a call that', () => {
  const wallets = 'SELECT 1 FROM "Wallet" WHERE "userId" = $1 FOR UPDATE'
  const sessions = 'SELECT 1 FROM "Session" WHERE "userId" = $1 FOR KEY SHARE'
  const apps = 'SELECT 1 FROM "App" a JOIN "User" u ON u."appId" = a.id WHERE u.id = $1 FOR KEY SHARE OF a'
  test.each([
    ['disables a user', wallets, disable],
    ['deletes a user', wallets, remove],
    ['ends sessions', sessions, endSessions],
    ['deletes an app', apps, removeApp],
  ])('%s waits until a concurrent signature is stored', async (_, sql, end) => {
    const one = await newCase()
    await whileLocked(sql, one.user.id, async (release) => {
      let isAnswered = false
      const answer = end(one).then(() => (isAnswered = true))
      await waitForLockWait()
      expect(isAnswered).toBe(false)
      await release()
      await answer
    })
  })
})

/** Waits until a statement waits for a row lock. */
const waitForLockWait = async (): Promise<void> => {
  for (;;) {
    const rows = await prisma().$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    if (rows.length > 0) return
  }
}

describe('a call without a ledger row:', () => {
  const message = ({ user }: Case) =>
    harness.server.send('POST', '/user/solana/sign-message', { token: user.token, body: { message: 'hello' } })
  const key = ({ user }: Case) =>
    harness.server.send('POST', '/user/solana/private-key', { token: user.token, body: {} })
  const wallets = 'SELECT 1 FROM "Wallet" WHERE "userId" = $1 FOR UPDATE'
  const users = 'SELECT 1 FROM "User" WHERE id = $1 FOR UPDATE'

  test.each([
    ['a text', message, wallets],
    ['a private key', key, users],
  ])('%s waits for its lock and is refused if the session ended meanwhile', async (_, ask, sql) => {
    const one = await newCase()
    await whileLocked(sql, one.user.id, async (release) => {
      const answer = ask(one)
      await waitForLockWait()
      await prisma().session.deleteMany({ where: { userId: one.user.id } })
      await release()
      expect((await answer).body.code).toBe('unauthorized')
    })
    expect(await prisma().accountChange.count({ where: { userId: one.user.id } })).toBe(0)
  })
})

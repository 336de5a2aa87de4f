import type { Network } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, freePort, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { createBoardWatch } from '../game/boards/watch-boards.ts'
import { createLedgerWatch } from '../game/watch-ledgers.ts'
import { openTokenKeys } from '../signing-keys/token-keys.ts'
import { createNodeWatch } from '../nodes/node-watch.ts'
import { serverItems } from './server-items.ts'

let server: TestServer
let adminToken: string
let deadNode: string
beforeAll(async () => {
  deadNode = `127.0.0.1:${await freePort()}`
  server = await testServer({ OPENAUTH_SOLANA_RPC_URLS: `http://${deadNode}/secret-path` })
  adminToken = await signInAsAdmin(server)
})
afterAll(() => server.stop())

const admin = () => server.as(adminToken)
const listed = () => admin().attention.list()

test('a new server with an app needs no attention', async () => {
  await createTestApp(server, adminToken, 'Fresh')
  expect(await listed()).toEqual([])
})

test('methods without credentials, without an origin and without a mail server are listed, and no longer once they are set up', async () => {
  const { id } = await createTestApp(server, adminToken, 'Half set up')
  const methods = { googleEnabled: true, githubEnabled: true, appleEnabled: true, telegramEnabled: true }
  await admin().apps.update({ id, ...methods, emailEnabled: true, githubClientId: 'id', appleClientId: 'id' })
  const missing = (subject: string, affects: 'logins' | 'redirects', ...names: string[]) => ({
    code: 'method_without_credentials',
    severity: affects === 'logins' ? 'error' : 'warning',
    appId: id,
    subject,
    data: { affects, missing: names },
  })
  const noMail = { code: 'email_without_mail_server', severity: 'warning', appId: id, subject: null }
  expect(await listed()).toEqual([
    missing('google', 'logins', 'googleClientId', 'googleClientSecret'),
    missing('github', 'logins', 'githubClientSecret'),
    missing('telegram', 'logins', 'telegramBotToken'),
    missing('apple', 'redirects', 'appleTeamId', 'appleKeyId', 'applePrivateKey'),
    {
      code: 'redirects_without_origin',
      severity: 'warning',
      appId: id,
      subject: null,
      data: { methods: ['google', 'github', 'apple'] },
    },
    { ...noMail, data: { usesOutbox: true } },
  ])
  await admin().apps.update({
    id,
    googleClientId: 'id',
    googleClientSecret: 'secret',
    githubClientSecret: 'secret',
    telegramBotToken: '1:t',
    appleTeamId: 'team',
    appleKeyId: 'key',
    applePrivateKey: 'pem',
    redirectOrigins: ['https://app.example'],
  })
  expect(await listed()).toEqual([{ ...noMail, data: { usesOutbox: true } }])
  await admin().apps.delete({ id })
  expect(await listed()).toEqual([])
})

test('a node that did not answer is listed by network and host, without the rest of its address', async () => {
  const { id: appId } = await createTestApp(server, adminToken, 'Sends')
  const user = await signInAs(server, appId, 'sender')
  const { solWallet: address } = await (await signInAs(server, appId, 'recipient')).client.account.wallets()
  const sent = user.client.solana.sendToken({ address, token: 'SOL', amount: '1' })
  await expect(sent).rejects.toMatchObject({ code: 'chain_unavailable' })
  const items = await listed()
  expect(items).toMatchObject([{ code: 'node_unreachable', data: { networks: ['solana'], hosts: [deadNode] } }])
  expect(JSON.stringify(items)).not.toContain('secret-path')
})

test('a node that answers again, even with a refusal, is no longer listed', async () => {
  const health = createNodeWatch()
  const failing = (kind: string) => () => Promise.reject(Object.assign(new Error(kind), { kind }))
  let call: () => Promise<unknown> = failing('timed_out')
  const node = health.watch('base', 'https://node.example/key', { call: () => call() })
  await expect(node.call()).rejects.toThrow('timed_out')
  expect(health.outages()).toMatchObject([{ network: 'base', host: 'node.example' }])
  expect(health.lastAnswerAt('base', 'https://node.example/key')).toBeNull()
  call = failing('refused')
  await expect(node.call()).rejects.toThrow('refused')
  expect(health.outages()).toEqual([])
  expect(health.lastAnswerAt('base', 'https://node.example/key')).toBeInstanceOf(Date)
})

test('an earlier key-encryption key is listed until its data keys are rewrapped, a missing one while it has data keys', async () => {
  const { prisma } = server.resources.db
  const codes = async () => (await listed()).map(({ code, subject }) => `${code} ${subject}`)
  const { keks } = await admin().keys.status()
  await admin().keys.rotate({})
  expect(await codes()).toContain(`kek_outdated ${keks[0]!.id}`)
  await admin().keys.rewrap({})
  expect((await codes()).filter((code) => code.startsWith('kek'))).toEqual([])
  await prisma.keyCanary.create({ data: { kekId: 'local:99', sealed: new Uint8Array(1) } })
  expect((await codes()).filter((code) => code.startsWith('kek'))).toEqual([])
  const ownerId = '0192f3c4-0000-7000-8000-000000000099'
  await prisma.dataKey.create({ data: { owner: 'user', ownerId, kekId: 'local:99', wrappedKey: new Uint8Array(1) } })
  expect(await codes()).toContain('kek_missing local:99')
  await prisma.dataKey.deleteMany({ where: { ownerId } })
  await prisma.keyCanary.delete({ where: { kekId: 'local:99' } })
})

test('nodes of several networks that do not answer are one item, which names the networks once each', async () => {
  const { db, keys } = server.resources
  const [earlier, later] = [new Date(Date.now() - 60_000), new Date()]
  const outage = (network: Network, host: string, since: Date) => ({ network, host, since, lastAt: later })
  const outages = () => [
    outage('base', 'one.example', later),
    outage('solana', 'two.example', earlier),
    outage('base', 'two.example', later),
    { ...outage('vara', 'three.example', earlier), lastAt: new Date(Date.now() - 3_700_000) },
  ]
  const nodeWatch = { ...createNodeWatch(), outages }
  const items = await serverItems({
    db,
    ledgerWatch: createLedgerWatch(db),
    boardWatch: createBoardWatch({ db, boards: server.app.services.boards, clock: Date.now }),
    keys,
    tokenKeys: await openTokenKeys(db, keys),
    nodeWatch,
    failedJobs: async () => ({}),
  })
  expect(items.filter(({ code }) => code === 'node_unreachable')).toEqual([
    {
      code: 'node_unreachable',
      severity: 'error',
      appId: null,
      subject: null,
      data: {
        networks: ['solana', 'base'],
        hosts: ['one.example', 'two.example'],
        since: earlier.getTime(),
        lastAt: later.getTime(),
      },
    },
  ])
})

test('a signing key of more than a year and failed jobs are listed', async () => {
  const { db, keys } = server.resources
  const tokenKeys = await openTokenKeys(db, keys)
  const deps = {
    db,
    keys,
    tokenKeys,
    nodeWatch: createNodeWatch(),
    ledgerWatch: createLedgerWatch(db),
    boardWatch: createBoardWatch({ db, boards: server.app.services.boards, clock: Date.now }),
    failedJobs: async () => ({ notice: 2, avatar: 0 }),
  }
  const items = await serverItems(deps, new Date(Date.now() + 366 * 86_400_000))
  const { kid } = await tokenKeys.current()
  expect(items).toEqual([
    { code: 'signing_key_old', severity: 'notice', appId: null, subject: kid, data: { days: 366 } },
    { code: 'jobs_failed', severity: 'warning', appId: null, subject: 'notice', data: { failed: 2 } },
    { code: 'clock_differs', severity: 'error', appId: null, subject: null, data: { seconds: 366 * 86_400 } },
  ])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../paths.ts'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

const rpcUrls = [
  'https://rpc.example/v2/key-in-the-path',
  'https://rpc.example:8545/?api-key=key-in-the-query',
  'wss://user:key-as-p@ssword@rpc.example',
  'https://rpc.example?key-"without"-path',
  'rpc.example/v2/key-without-scheme',
  '*',
]
const hosts = ['rpc.example', 'rpc.example:8545', 'rpc.example', 'rpc.example', '…', '*']

let server: TestServer
let admin: ReturnType<TestServer['as']>
let appId: string
beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  appId = (await createTestApp(server, token, 'With keys of endpoints')).id
})
afterAll(() => server.stop())

/** What the audit trail has of the rule at the last changes, before and after each. */
const audited = async (limit: number) => {
  const { data } = await admin.audit.list({ appId, action: 'wallet-policy.update', limit })
  expect(JSON.stringify(data)).not.toContain('key-')
  return data.map(({ details }) => {
    const { rpcUrls: after, before } = details as { rpcUrls: string; before: { rpcUrls: string | null } }
    return [before.rpcUrls, after].map((rule) => JSON.parse(rule ?? 'null') as unknown)
  })
}

test('keys in the addresses of endpoints are not in the audit trail, which has the hosts', async () => {
  await admin.walletPolicies.update({ appId, rpcUrls })
  expect((await admin.walletPolicies.get({ appId })).own).toEqual({ rpcUrls })
  await admin.walletPolicies.update({ appId, rpcUrls: null })
  expect(await audited(2)).toEqual([
    [hosts, null],
    [null, hosts],
  ])
})

test.each(['viewer', 'support'] as const)('a %s sees the hosts of endpoints, by no call their keys', async (role) => {
  const credentials = { username: `endpoints ${role}`, password: 'long enough to log in' }
  await admin.admins.create({ ...credentials, role })
  const { walletPolicies, ...as } = server.as((await server.as().setup.login(credentials)).token)
  await admin.walletPolicies.update({ appId, rpcUrls })
  const { id } = await signInAs(server, appId, `player ${role}`)
  await admin.walletPolicies.updateOfUser({ appId, id, rpcUrls })
  const address = '11111111111111111111111111111112'
  const answers = [
    await walletPolicies.get({ appId }),
    await walletPolicies.getOfUser({ appId, id }),
    await walletPolicies.dryRun({ appId, network: 'solana', recipient: address, amount: '1' }),
    await as.apps.get({ id: appId }),
  ]
  expect(answers[0]).toMatchObject({ own: { rpcUrls: hosts }, effective: { rpcUrls: hosts } })
  expect(JSON.stringify(answers)).not.toContain('key-')
  await admin.walletPolicies.update({ appId, rpcUrls: null })
})

/** Runs the migration as it ran on databases of its time, in which audit lines could be changed. */
const migrate = async () => {
  const script = join(root, 'prisma', 'migrations', '20261123191500_audit_endpoint_hosts', 'migration.sql')
  const { pool } = server.resources.db
  await pool.query('ALTER TABLE "AuditEvent" DISABLE TRIGGER USER')
  await pool.query(await readFile(script, 'utf8'))
  await pool.query('ALTER TABLE "AuditEvent" ENABLE TRIGGER USER')
}

test('the migration removes them from the audit trail of earlier releases', async () => {
  const { prisma } = server.resources.db
  const given = JSON.stringify(rpcUrls)
  const other = { networks: '["solana"]', before: { networks: null } }
  const lines = [
    other,
    { rpcUrls: given, before: { rpcUrls: null } },
    { rpcUrls: 'null', before: { rpcUrls: given } },
    { rpcUrls: given, before: { rpcUrls: '[]' } },
  ].map((details, index) => ({ details, createdAt: new Date(Date.now() + index * 1000) }))
  const common = { actor: 'admin', action: 'wallet-policy.update', appId } as const
  await prisma.auditEvent.createMany({ data: lines.map((line) => ({ ...common, ...line })) })
  await migrate()
  expect(await audited(3)).toEqual([
    [[], hosts],
    [hosts, null],
    [null, hosts],
  ])
  const { data } = await admin.audit.list({ appId, action: 'wallet-policy.update', limit: 4 })
  expect(data[3]!.details).toEqual(other)
})

test('the migration removes keys from lines that cannot be read, and from lists with a blank, and does not stop', async () => {
  const { prisma } = server.resources.db
  const given = [
    '["https://h/key-malformed',
    '"https://h/key-text"',
    '{"a":"https://h/key-object"}',
    'https://h/key-bare',
    '["https://h/key-\\u0000"]',
    '[ "https://rpc.example/key-after-a-blank"]',
    ' ["https://rpc.example/key-after-a-blank"]',
  ]
  const common = { actor: 'admin', action: 'wallet-policy.update', appId } as const
  const start = Date.now() + 60_000
  await prisma.auditEvent.createMany({
    data: given.map((rpcUrls, index) => ({
      ...common,
      details: { rpcUrls, before: { rpcUrls } },
      createdAt: new Date(start + index * 1000),
    })),
  })
  await migrate()
  const expected = [...Array.from({ length: 5 }, () => ['…']), ['rpc.example'], ['rpc.example']]
  expect((await audited(given.length)).toReversed()).toEqual(expected.map((rule) => [rule, rule]))
})

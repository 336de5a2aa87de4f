import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noPublicNodes, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let admin: ReturnType<TestServer['as']>
let node: Server

const answers: Record<string, unknown> = {
  eth_chainId: '0xaa36a7',
  eth_blockNumber: '0x10',
  eth_getBlockByNumber: { number: '0x0', hash: `0x${'1'.repeat(64)}` },
}

beforeAll(async () => {
  node = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  server = await testServer({
    ...noPublicNodes,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: `http://127.0.0.1:${port}/v1/secret-key-of-the-node`,
    OPENAUTH_SOLANA_RPC_URLS: 'http://127.0.0.1:9/secret-key-of-the-node',
  })
  admin = server.as(await signInAsAdmin(server))
})
afterAll(async () => {
  await server.stop()
  node.close()
})

test('health names what answers and what does not, and no secret', async () => {
  const health = await admin.health.show()
  expect(health).toMatchObject({
    status: 'degraded',
    database: { kind: 'external', error: null, connections: { waiting: 0, max: server.settings.databasePool } },
    signer: { kind: 'inline', error: null },
    mail: 'folder',
  })
  expect(health.database.version).toMatch(/^\d+/)
  expect(health.database.latencyMs).toBeGreaterThan(0)
  expect(health.memory.resident).toBeGreaterThan(health.memory.heapUsed)
  expect(health.requests.answered).toBeGreaterThan(0)
  expect(health.requests.failed).toBe(0)
  const of = (network: string) => health.nodes.find((each) => each.network === network)
  expect(of('sepolia')).toMatchObject({ error: null, latencyMs: expect.any(Number), lastAnswerAt: expect.any(Number) })
  expect(of('solana')).toMatchObject({
    host: '127.0.0.1:9',
    latencyMs: null,
    lastAnswerAt: null,
    error: expect.any(String),
  })
  expect(health.settings).toEqual(expect.arrayContaining(['DATABASE_URL', 'OPENAUTH_SOLANA_RPC_URLS']))
  for (const secret of [
    'secret-key-of-the-node',
    new URL(process.env['DATABASE_URL'] ?? server.settings.databaseUrl!).password,
  ])
    if (secret) expect(JSON.stringify(health)).not.toContain(secret)
})

test('jobs are counted by kind; a failed one shows its error and is retried once, which is audited', async () => {
  expect((await admin.jobs.list()).kinds.map(({ kind }) => kind).toSorted()).toEqual(['avatar', 'notice', 'wallets'])
  const { pool } = server.resources.db
  const now = Date.now()
  await pool.query(
    `INSERT INTO bullmq.job (queue, id, seq, name, state, data, max_attempts, attempts_made, failed_reason, added_at_ms, finished_at_ms)
     VALUES ('notice', 'failed-one', 1, 'notice', 'failed', $1, 3, 3, 'The mail server did not accept the mail', $2, $3)`,
    [
      JSON.stringify({
        changeId: '7d1c6a3e-58b1-4f6a-9d43-000000000000',
        to: { by: 'mail', address: 'ada@example.com' },
      }),
      now - 1000,
      now,
    ],
  )
  const { kinds, failed } = await admin.jobs.list()
  expect(kinds.find(({ kind }) => kind === 'notice')).toMatchObject({ failed: 1, active: 0, nextRunAt: null })
  expect(failed).toEqual([
    {
      id: 'failed-one',
      kind: 'notice',
      error: 'The mail server did not accept the mail',
      attempts: 3,
      createdAt: now - 1000,
      failedAt: now,
    },
  ])
  await admin.jobs.retry({ kind: 'notice', id: 'failed-one' })
  await vi.waitFor(async () => expect((await admin.jobs.list()).failed).toEqual([]))
  const retried = (await admin.audit.list({ action: 'job.retry' })).data
  expect(retried).toMatchObject([{ targetId: 'failed-one', details: { kind: 'notice' } }])
  for (const missing of [
    { kind: 'notice', id: 'failed-one' },
    { kind: 'nothing', id: '1' },
  ])
    await expect(admin.jobs.retry(missing)).rejects.toMatchObject({ status: 404, code: 'job_not_found' })
})

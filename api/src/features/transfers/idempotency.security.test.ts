import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/database.ts'
import { applyMigrations } from '../../lib/migrations.ts'
import { root } from '../../paths.ts'
import { ledgerOf, type SendHarness, startSendHarness } from '../wallets/testing.ts'

let node: SolanaNode
let harness: SendHarness

beforeAll(async () => {
  node = await startSolana()
  harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: node.url })
})
afterAll(async () => {
  await harness.stop()
  await node.stop()
})

test.each(['app order', 'order'])("S10: a user's key %s does not collide with a key of its partner", async (key) => {
  const user = await harness.user()
  await node.fund(user.solana, 1_000_000_000n)
  const payment = { address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' }
  const byUser = () => user.client.solana.sendToken({ ...payment, idempotencyKey: key })
  const own = await byUser()
  const byPartner = (amount: string) =>
    harness.app.client.appSolana.sendToken({ ...payment, amount, id: user.id, idempotencyKey: 'order' })
  const partners = await byPartner(payment.amount)
  expect(partners.signature).not.toBe(own.signature)
  expect(await byPartner(payment.amount)).toEqual(partners)
  expect(await byUser()).toEqual(own)
  await expect(byPartner('2000000')).rejects.toMatchObject({ code: 'idempotency_conflict' })
  expect(await ledgerOf(user)).toHaveLength(2)
})

/** The migration that scopes keys by initiator. */
const SCOPES = '20261122141000_idempotency_scopes'

test('S10: the migration assigns stored keys to their initiators and loses none', async () => {
  const migrations = join(root, 'prisma', 'migrations')
  const before = await mkdtemp(join(tmpdir(), 'openauth-before-'))
  for (const name of await readdir(migrations))
    if (name < SCOPES || name.endsWith('.toml'))
      await cp(join(migrations, name), join(before, name), { recursive: true })
  const { serverUrl, template } = inject('store')
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  // By its name it is removed with the databases of the run.
  const name = `${template}_scopes`
  await server.query(`CREATE DATABASE ${name}`).finally(() => server.end())
  const connectionString = databaseUrl(serverUrl, name)
  await applyMigrations({ connectionString, directory: before })
  const database = new pg.Client({ connectionString })
  await database.connect()
  // The rows need no users.
  await database.query('ALTER TABLE "Transaction" DROP CONSTRAINT "Transaction_userId_fkey"')
  const user = '0192f3c4-0000-7000-8000-000000000001'
  for (const [index, key] of ['app order', 'order', 'app ', null, null].entries())
    await database.query(
      `INSERT INTO "Transaction" (id, "appId", "userId", chain, network, kind, "fromAddress", "rpcUrl", "idempotencyKey")
       VALUES ($1, $2, $2, 'solana', 'solana', 'transfer', 'a', 'b', $3)`,
      [user.replace(/.$/, String(index)), user, key],
    )
  await applyMigrations({ connectionString, directory: migrations })
  const { rows } = await database.query('SELECT initiator, "idempotencyKey" AS key FROM "Transaction" ORDER BY id')
  expect(rows).toEqual([
    { initiator: 'app', key: 'order' },
    { initiator: 'user', key: 'order' },
    { initiator: 'user', key: 'app ' },
    { initiator: null, key: null },
    { initiator: null, key: null },
  ])
  await database.end()
  await rm(before, { recursive: true })
})

import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPublicNodes, freePort, signInAs } from '../src/testing.ts'
import {
  type FaultProxy,
  type SendHarness,
  startFaultProxy,
  startSendHarness,
} from '../src/features/wallets/testing.ts'

let node: SolanaNode
let proxy: FaultProxy
let harness: SendHarness
let port: number

beforeAll(async () => {
  node = await startSolana()
  proxy = await startFaultProxy(node.url)
  port = await freePort()
  harness = await startSendHarness({
    ...noPublicNodes,
    OPENAUTH_SOLANA_RPC_URLS: proxy.url,
    OPENAUTH_METRICS_PORT: String(port),
    OPENAUTH_RATE_LIMIT_SCALE: '0',
  })
})
afterAll(async () => {
  await harness.stop()
  proxy.close()
  await node.stop()
})

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** A number of a scrape; 0 where there is none yet, as counters of other tests in this process may be. */
const valueIn = (text: string, series: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length))
}

/** How much each series grows while something is done: counters are those of the process, which other files share. */
const growthOf = async (series: string[], work: () => Promise<unknown>) => {
  const before = await scrape()
  await work()
  const after = await scrape()
  return series.map((each) => valueIn(after, each) - valueIn(before, each))
}

const login = (outcome: string) => `openauth_logins_total{method="username",outcome="${outcome}"}`
const send = (state: string) => `openauth_sends_total{network="solana",state="${state}"}`

test('logins are counted by method and outcome', async () => {
  const { server, app } = harness
  await signInAs(server, app.id, 'measured')
  const attempt = { appId: app.id, username: 'measured', type: 'login' as const }
  const work = async () => {
    await server.as().login.username({ ...attempt, password: 'password of measured' })
    for (const password of ['a wrong one', 'another wrong one'])
      await expect(server.as().login.username({ ...attempt, password })).rejects.toMatchObject({
        code: 'incorrect_login',
      })
  }
  const all = ['ok', 'refused', 'limited', 'unavailable'].map(login)
  expect(await growthOf(all, work)).toEqual([1, 2, 0, 0])
})

test('a send is counted once in each state, with its calls of the signer and the node', async () => {
  const user = await harness.user()
  await node.fund(user.solana, 1_000_000_000n)
  const to = Keypair.generate().publicKey.toBase58()
  const { host } = new URL(proxy.url)
  const series = [
    ...['signed', 'submitted', 'confirmed', 'failed', 'expired'].map(send),
    'openauth_signer_calls_total{call="wallets.solanaTransaction",outcome="ok"}',
  ]
  const grown = await growthOf(series, async () => {
    await user.client.solana.sendToken({ address: to, token: 'SOL', amount: '1000000' })
    await expect
      .poll(async () => {
        await user.checkTransactions()
        return (await harness.server.resources.db.prisma.transaction.findFirstOrThrow({ where: { userId: user.id } }))
          .settledAt
      })
      .not.toBeNull()
    await user.checkTransactions()
  })
  expect(grown).toEqual([1, 1, 1, 0, 0, 1])
  const text = await scrape()
  expect(valueIn(text, `openauth_node_up{network="solana",host="${host}"}`)).toBe(1)
  expect(valueIn(text, `openauth_node_height{network="solana",host="${host}"}`)).toBeGreaterThan(0)
  expect(
    valueIn(text, `openauth_node_request_duration_seconds_count{network="solana",host="${host}",outcome="answered"}`),
  ).toBeGreaterThan(1)
})

test('a node that does not answer is down, and up with its next answer', async () => {
  const user = await harness.user()
  const series = `openauth_node_up{network="solana",host="${new URL(proxy.url).host}"}`
  proxy.drop.add('getBalance').add('getMultipleAccounts').add('getTokenAccountsByOwner').add('getSlot')
  const admin = harness.server.as(harness.adminToken)
  await admin.health.show()
  const down = await scrape()
  expect(down).toContain(`${series} 0\n`)
  proxy.drop.clear()
  await expect
    .poll(async () =>
      user.client.wallets.balances({ network: 'solana' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect(await scrape()).toContain(`${series} 1\n`)
})

test('what the rules of a wallet refuse is counted by rule, and nothing is signed', async () => {
  const user = await harness.user()
  await node.fund(user.solana, 1_000_000_000n)
  const admin = harness.server.as(harness.adminToken)
  await admin.walletPolicies.update({ appId: harness.app.id, networks: [] })
  const payment = { address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' }
  const grown = await growthOf(['openauth_policy_refusals_total{rule="networks"}', send('signed')], () =>
    expect(user.client.solana.sendToken(payment)).rejects.toMatchObject({ code: 'policy_refused' }),
  )
  expect(grown).toEqual([1, 0])
})

test('taps, claims and audit lines are counted', async () => {
  const { server, adminToken, other } = harness
  const admin = server.as(adminToken)
  const player = await signInAs(server, other.id, 'tapper')
  const series = [
    'openauth_game_tap_batches_total',
    'openauth_game_taps_total{result="accepted"}',
    'openauth_game_taps_total{result="refused"}',
    'openauth_audit_lines_total{action="treasury.create"}',
  ]
  const grown = await growthOf(series, async () => {
    // 800 in all, more than a player's speed allows at once.
    for (const seq of [1, 2, 3, 4]) await player.client.game.click({ count: 200, seq })
    await admin.treasury.create({ appId: other.id })
  })
  const [batches, accepted, refused, lines] = grown
  expect([batches, accepted! + refused!, lines]).toEqual([4, 800, 1])
  expect(refused).toBeGreaterThan(0)
})

test('treasuries and the state of database and build are told', async () => {
  const text = await scrape()
  expect(text).toMatch(/openauth_build_info\{version="[\d.]+",node="v\d+[\d.]+"\} 1\n/)
  expect(valueIn(text, 'openauth_database_connections_max')).toBe(harness.server.settings.databasePool)
  expect(text).toContain('openauth_database_waiting 0\n')
  expect(text).toMatch(/openauth_database_statement_duration_seconds_count\{statement="game-taps"\} \d+\n/)
  for (const part of ['http', 'database', 'jobs', 'nodes', 'claims', 'treasuries'])
    expect(text).toContain(`openauth_metrics_part_up{part="${part}"} 1\n`)
  expect(text).toContain('openauth_game_claims{status="queued"} 0\n')
})

import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, giveTokens } from '@openauth/localnet/solana-tokens'
import { Connection, PublicKey } from '@solana/web3.js'
import type { RingClaimStatus } from '@openauth/client'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../../testing.ts'
import { createNodes } from '../../transfers/chains/create-nodes.ts'
import { createNodeWatch } from '../../nodes/node-watch.ts'
import type { PayoutNeeds } from './pay-batch.ts'
import { type FaultProxy, startFaultProxy } from '../../wallets/testing.ts'
import { checkTransactions } from '../../transfers/monitor.ts'
import { payClaims } from './pay-claims.ts'

/** Smallest units that a ring pays in these tests. */
export const UNITS = 1000

/** A player whose claims are paid. */
export interface Claimer extends TestUser {
  address: string
  /** Smallest units of the token that its wallet holds. */
  held: () => Promise<bigint>
  claims: () => ReturnType<TestUser['client']['game']['claims']>
}

export interface PayoutWorld {
  server: TestServer
  node: SolanaNode
  /** The server's way to the node. */
  proxy: FaultProxy
  mint: Mint
  app: TestApp
  other: TestApp
  adminToken: string
  admin: ReturnType<TestServer['as']>
  clock: { ahead: number }
  /** A player with rings to claim. */
  claimer: (rings?: number) => Promise<Claimer>
  /** Makes the treasury and gives it tokens, in smallest units, and SOL. */
  fund: (units?: bigint) => Promise<string>
  /** What paying needs, as another server has it. */
  deps: () => PayoutNeeds
  /** Takes the steps that are due for all apps now: pays, follows transactions and settles. */
  work: () => Promise<void>
  /** Works until each claim has one of these states. */
  until: (users: Claimer[], states: RingClaimStatus[]) => Promise<void>
}

/** A server before a chain, with an app that pays claims in a token of its own. */
export const payoutWorld = (): PayoutWorld => {
  const world = { clock: { ahead: 0 } } as PayoutWorld
  let serial = 0
  beforeAll(async () => {
    world.node = await startSolana()
    world.proxy = await startFaultProxy(world.node.url)
    world.server = await testServer(
      { OPENAUTH_RATE_LIMIT_SCALE: '0', OPENAUTH_SOLANA_RPC_URLS: world.proxy.url },
      { build: { clock: () => Date.now() + world.clock.ahead } },
    )
    // Claims are paid by the steps that a test takes, and by nothing beside it.
    await world.server.app.background.stop()
    world.adminToken = await signInAsAdmin(world.server)
    world.admin = world.server.as(world.adminToken)
    world.mint = await createMint(world.node)
  })
  afterAll(async () => {
    await world.server.stop()
    world.proxy.close()
    await world.node.stop()
  })

  const balanceOf = async (address: string): Promise<bigint> => {
    const account = new PublicKey(world.mint.accountOf(address))
    const connection = new Connection(world.node.url, 'confirmed')
    if (!(await connection.getAccountInfo(account))) return 0n
    return BigInt((await connection.getTokenAccountBalance(account)).value.amount)
  }
  world.claimer = async (rings = 10) => {
    const user = await signInAs(world.server, world.app.id, `claimer ${(serial += 1)}`)
    const { solWallet } = await user.client.account.wallets()
    const reward = {
      userId: user.id,
      kind: 'referral',
      reference: `test ${serial}`,
      amount: rings,
      grantedAt: 0,
    } as const
    await world.server.resources.db.prisma.ringReward.create({ data: reward })
    await user.client.game.profile()
    return { ...user, address: solWallet, held: () => balanceOf(solWallet), claims: () => user.client.game.claims({}) }
  }
  world.fund = async (units = 1_000_000_000n) => {
    const { address } = await world.admin.treasury.create({ appId: world.app.id })
    await world.node.fund(address!, 1_000_000_000n)
    if (units > 0n) await giveTokens(world.node, world.mint, address!, units)
    return address!
  }
  world.deps = () => {
    const { resources } = world.server
    const nodes = createNodes(resources.settings.rpcUrls, createNodeWatch())
    const clock = () => Date.now() + world.clock.ahead
    return { db: resources.db, signer: resources.signer, nodes, clock }
  }
  world.work = async () => {
    const { app, resources } = world.server
    await payClaims(app.services, app.log)
    const where = { userId: null, settledAt: null }
    await resources.db.prisma.transaction.updateMany({ where, data: { checkAt: new Date(0) } })
    await checkTransactions(app.services, app.log)
    await payClaims(app.services, app.log)
  }
  world.until = async (users, states) => {
    await vi.waitFor(
      async () => {
        await world.work()
        for (const user of users) {
          const { data } = await user.claims()
          for (const { status } of data) expect(states).toContain(status)
        }
      },
      { timeout: 120_000, interval: 500 },
    )
  }
  return world
}

/** A new app for each test, so that treasuries and claims of one test are no other's. */
export const freshApp = async (world: PayoutWorld, payouts: object = {}): Promise<void> => {
  world.app = await createTestApp(world.server, world.adminToken, `Payouts ${Math.random()}`)
  const { address: mint, decimals } = world.mint
  await world.admin.gameRules.update({
    appId: world.app.id,
    payouts: { mint, decimals, rings: 1, units: UNITS, ...payouts },
  })
}

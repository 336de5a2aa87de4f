import type { Statement } from '../../../db.ts'
import { gauges, type Gauges, type Reading, refreshedEvery } from '../../../lib/metrics/gauges.ts'
import { readRules } from '../rules.ts'
import type { GameNeeds } from '../needs.ts'
import { payoutNode } from './payout-chain.ts'
import { problemOf } from './treasury.ts'

const claimHelp = {
  openauth_game_claims:
    'Claims of rings by status, of all apps: `queued`, `sending`, `failed`. Paid ones are not counted.',
  openauth_game_claims_overdue_seconds:
    'How long the oldest claim that is due waits for its payment; 0 where none does.',
}

const treasuryHelp = {
  openauth_treasury_lamports: "Lamports of an app's treasury, which pay for its transactions.",
  openauth_treasury_token_units: "Smallest units of the token that an app's claims are paid in, in its treasury.",
  openauth_treasury_owed_units: "Smallest units of that token that an app's claims wait for.",
  openauth_treasury_blocked:
    'Whether a treasury pays nothing now, by the reason: `paused`, or the code of its problem.',
}

type Found = Reading<keyof typeof treasuryHelp>[]

/** How often claims are counted, and how often the chain is asked for balances. Milliseconds. */
const COUNT_EVERY = 15_000
const ASK_EVERY = 60_000

/** The most treasuries whose balances are asked for. */
const MOST_TREASURIES = 50

const statuses = ['queued', 'sending', 'failed'] as const

/** By app and status, so that an index answers it: paid claims, which are most, are not read. */
const countClaims: Statement = {
  name: 'metrics-claims',
  text: `
    SELECT s.status, sum(c.count)::float8 AS count, min(c.due)::float8 AS due
    FROM "App" a CROSS JOIN unnest($1::text[]) AS s (status)
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, min("dueAt") AS due FROM "RingClaim"
      WHERE "appId" = a.id AND status = s.status::"RingClaimStatus"
    ) c
    WHERE a."deletedAt" IS NULL GROUP BY 1`,
}

const readClaims = async ({
  db,
  clock,
}: Pick<GameNeeds, 'db' | 'clock'>): Promise<Reading<keyof typeof claimHelp>[]> => {
  const rows = await db.query<{ status: string; count: number; due: number | null }>(countClaims, [statuses])
  const due = rows.find(({ status }) => status === 'queued')?.due ?? null
  const overdue = due === null ? 0 : Math.max(0, clock() - due) / 1000
  return [
    ...statuses.map((status) => ({
      name: 'openauth_game_claims' as const,
      value: rows.find((row) => row.status === status)?.count ?? 0,
      labels: { status },
    })),
    { name: 'openauth_game_claims_overdue_seconds', value: overdue },
  ]
}

type TreasuryNeeds = Pick<GameNeeds, 'db' | 'nodes'>

const sumOwed: Statement = {
  name: 'metrics-owed',
  text: `
    SELECT coalesce(sum(amount), 0)::float8 AS owed FROM "RingClaim"
    WHERE "appId" = $1 AND status IN ('queued', 'sending') AND token = $2`,
}

const readOwed = async ({ db }: Pick<GameNeeds, 'db'>, appId: string, token: string): Promise<number> =>
  (await db.query<{ owed: number }>(sumOwed, [appId, token]))[0]!.owed

/** What a treasury holds; nothing where no node answers. */
const readBalances = async (
  { nodes }: TreasuryNeeds,
  address: string,
  mint: string | null,
  app: string,
): Promise<Found> => {
  const { rpc, chain } = payoutNode(nodes)
  const { native, units } = await chain.held(rpc, address, mint)
  const labels = { app }
  return [
    { name: 'openauth_treasury_lamports', value: Number(native), labels },
    ...(units === null ? [] : [{ name: 'openauth_treasury_token_units' as const, value: Number(units), labels }]),
  ]
}

const readTreasuries = async (deps: TreasuryNeeds): Promise<Found> => {
  const { prisma } = deps.db
  const rows = await prisma.treasury.findMany({
    where: { app: { deletedAt: null } },
    orderBy: { appId: 'asc' },
    take: MOST_TREASURIES,
  })
  const found = rows.map(async (treasury): Promise<Found> => {
    const { appId: app, address, pausedBecause } = treasury
    const { mint } = (await readRules(prisma, app)).rules.payouts
    const blocked = pausedBecause === null ? problemOf(treasury)?.code : 'paused'
    const owed = mint === null ? null : await readOwed(deps, app, mint)
    return [
      ...(await readBalances(deps, address, mint, app).catch(() => [])),
      ...(owed === null ? [] : [{ name: 'openauth_treasury_owed_units' as const, value: owed, labels: { app } }]),
      ...(blocked ? [{ name: 'openauth_treasury_blocked' as const, value: 1, labels: { app, reason: blocked } }] : []),
    ]
  })
  return (await Promise.all(found)).flat()
}

/** Claims and treasuries. Counts and balances are refreshed beside scrapes. */
export const payoutGauges = (deps: GameNeeds): Gauges[] => [
  gauges(
    'claims',
    claimHelp,
    refreshedEvery(COUNT_EVERY, () => readClaims(deps)),
  ),
  gauges(
    'treasuries',
    treasuryHelp,
    refreshedEvery(ASK_EVERY, () => readTreasuries(deps)),
  ),
]

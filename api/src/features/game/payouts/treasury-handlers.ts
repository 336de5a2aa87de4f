import type { GameRules } from '@openauth/client'
import type { Context, Handlers } from '../../../handler.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import { readRules } from '../rules.ts'
import { payoutNode } from './payout-chain.ts'
import { createTreasury, problemOf, type StoredProblem } from './treasury.ts'
import type { GameNeeds } from '../needs.ts'

type BalanceNeeds = Pick<GameNeeds, 'nodes'>

/** What the wallet holds; null where no node answers. */
const readBalances = async ({ nodes }: BalanceNeeds, address: string, mint: string | null, log: Context['log']) => {
  try {
    const { rpc, chain } = payoutNode(nodes)
    const { native, units } = await chain.held(rpc, address, mint)
    return { lamports: String(native), units: units === null ? null : String(units) }
  } catch (err) {
    log.debug({ err }, 'the balances of a treasury could not be read')
    return null
  }
}

const readOwed = async ({ db }: Pick<Platform, 'db'>, appId: string) => {
  const rows = await db.prisma.$queryRaw<{ token: string; decimals: number; claims: number; amount: string }[]>`
    SELECT token, decimals, count(*)::int AS claims, sum(amount)::text AS amount FROM "RingClaim"
    WHERE "appId" = ${appId}::uuid AND status IN ('queued', 'sending') GROUP BY token, decimals ORDER BY token`
  return rows
}

const tokenOf = ({ payouts: { mint, decimals } }: GameRules) => (mint === null ? null : { mint, decimals })

const presentProblem = ({ code, missing, message, token, since }: StoredProblem) => ({
  code,
  missing,
  message,
  token,
  since: new Date(since),
})

const show = async (deps: GameNeeds, appId: string, { log }: Pick<Context, 'log'>) => {
  const { prisma } = deps.db
  const [row, { rules }, owed] = await Promise.all([
    prisma.treasury.findUnique({ where: { appId } }),
    readRules(prisma, appId),
    readOwed(deps, appId),
  ])
  const token = tokenOf(rules)
  const problem = row && problemOf(row)
  return {
    address: row?.address ?? null,
    createdAt: row?.createdAt ?? null,
    isPaused: row?.pausedBecause != null,
    pausedBecause: row?.pausedBecause ?? null,
    problem: problem && presentProblem(problem),
    balances: row && (await readBalances(deps, row.address, token?.mint ?? null, log)),
    token,
    owed,
  }
}

export const treasuryHandlers = (deps: GameNeeds): Handlers<'treasury'> => {
  const { db } = deps
  /** Pauses or resumes, with a line in the audit trail where that changes something. Throws `treasury_not_found`. */
  const setPause = async (appId: string, pausedBecause: string | null, context: Context) => {
    await requireApp(db.prisma, appId)
    await db.transaction(async (tx) => {
      // What it was asked before says nothing of now.
      const { count } = await tx.treasury.updateMany({ where: { appId }, data: { pausedBecause, checkAt: 0 } })
      if (count === 0) throw new Problem('treasury_not_found')
      const action = pausedBecause === null ? 'treasury.resume' : 'treasury.pause'
      await record(tx, context, { action, appId, targetId: appId, details: { reason: pausedBecause } })
    })
    return show(deps, appId, context)
  }
  return {
    get: async ({ appId }, context) => {
      await requireApp(db.prisma, appId)
      return show(deps, appId, context)
    },
    create: async ({ appId }, context) => {
      await requireApp(db.prisma, appId)
      await createTreasury(deps, appId, (tx) =>
        record(tx, context, { action: 'treasury.create', appId, targetId: appId }),
      )
      return show(deps, appId, context)
    },
    pause: ({ appId, reason }, context) => setPause(appId, reason, context),
    resume: ({ appId }, context) => setPause(appId, null, context),
  }
}

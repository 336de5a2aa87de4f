import { changeGameRules, type contract, type GameRules, type HandlerResult } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { GameRulesModel, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { pageOf, skipTake } from '../page.ts'
import { findUser } from '../users/find.ts'
import { checkLedgers } from './check-ledger.ts'
import { lockRules } from './lock-rules.ts'
import { type OpenAccount, readAccount, withAccount } from './open-account.ts'
import { requirePayoutToken } from './payouts/require-payout-token.ts'
import { presentPlayer } from './present-player.ts'
import { readRules } from './rules.ts'
import { simulate } from './simulate.ts'
import { readGameStats } from './stats/read-days.ts'
import { withTasks } from './tasks/paid-tasks.ts'
import type { GameNeeds } from './needs.ts'

type StoredRules = HandlerResult<typeof contract.gameRules.get>

/** Versions of rules as the API shows them, each with the admin who made it. */
const presentVersions = async (tx: Tx, rows: GameRulesModel[]): Promise<StoredRules[]> => {
  const ids = [...new Set(rows.flatMap(({ adminId }) => adminId ?? []))]
  const admins = await tx.admin.findMany({ where: { id: { in: ids }, deletedAt: null } })
  const names = new Map(admins.map(({ id, username }) => [id, username]))
  return rows.map(({ version, rules, createdAt, adminId }) => ({
    version,
    rules: rules as GameRules,
    createdAt,
    madeBy: adminId === null ? null : { id: adminId, username: names.get(adminId) ?? null },
  }))
}

/** The sections of rules that differ, as text for the audit trail. */
const detailsOf = (before: GameRules, after: GameRules) => {
  const names = (Object.keys(after) as (keyof GameRules)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const texts = (rules: GameRules) => Object.fromEntries(names.map((name) => [name, JSON.stringify(rules[name])]))
  return { changed: names, before: texts(before), after: texts(after) }
}

interface Change {
  appId: string
  changes: object
  expectedVersion: number | undefined
}

const changeRules = async (
  tx: Tx,
  { appId, changes, expectedVersion }: Change,
  context: Context<AdminIdentity>,
): Promise<void> => {
  await requireApp(tx, appId)
  await lockRules(tx, appId)
  const { version, rules } = await readRules(tx, appId)
  if (expectedVersion !== undefined && expectedVersion !== version) throw new Problem('changed_meanwhile')
  const after = changeGameRules(rules, changes)
  const details = detailsOf(rules, after)
  if (details.changed.length === 0) return
  const { adminId } = context.identity
  await tx.gameRules.create({ data: { appId, version: version + 1, rules: after, adminId } })
  await record(tx, context, { action: 'game-rules.update', appId, targetId: appId, details })
}

export const gameRulesHandlers = ({
  db,
  gameRules,
  nodes,
  clock,
}: Pick<GameNeeds, 'db' | 'gameRules' | 'nodes' | 'clock'>): Handlers<'gameRules'> => {
  const show = async (appId: string) => {
    const { version, rules } = await readRules(db.prisma, appId)
    const row = await db.prisma.gameRules.findUnique({ where: { appId_version: { appId, version } } })
    const [stored] = await presentVersions(db.prisma, row ? [row] : [])
    return { version, createdAt: null, madeBy: null, ...stored, rules }
  }
  return {
    get: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      return show(appId)
    },

    update: async ({ appId, expectedVersion, ...changes }, context) => {
      await requireApp(db.prisma, appId)
      const { rules: before } = await readRules(db.prisma, appId)
      await requirePayoutToken({ nodes }, { before, after: changeGameRules(before, changes) })
      await db.transaction((tx) => changeRules(tx, { appId, changes, expectedVersion }, context))
      gameRules.invalidate(appId)
      return show(appId)
    },

    versions: async ({ appId, ...page }) => {
      await requireApp(db.prisma, appId)
      const where = { appId }
      const rows = await db.prisma.gameRules.findMany({ where, orderBy: { version: 'desc' }, ...skipTake(page) })
      return pageOf(await presentVersions(db.prisma, rows), await db.prisma.gameRules.count({ where }), page.limit)
    },

    simulate: async ({ appId, ...changes }) => {
      await requireApp(db.prisma, appId)
      const { rules: before } = await readRules(db.prisma, appId)
      return simulate(db.prisma, appId, { before, after: changeGameRules(before, changes), now: clock() })
    },
  }
}

interface Adjustment {
  rings: number
  reason: string
  idempotencyKey: string
}

/** Posts an adjustment once for its key. Throws `not_enough_rings`, and `idempotency_conflict` for a key of other rings. */
const adjust = async (open: OpenAccount, { rings, reason, idempotencyKey }: Adjustment, context: Context) => {
  const { account, tx, now, post } = open
  const { userId, appId } = account
  const row = { userId, kind: 'adjustment', reference: idempotencyKey, amount: rings, grantedAt: now } as const
  const { count } = await tx.ringReward.createMany({
    data: [{ ...row, ledgerSeq: account.ledgerSeq + 1 }],
    skipDuplicates: true,
  })
  if (count === 0) {
    const key = { userId, kind: row.kind, reference: idempotencyKey }
    const before = await tx.ringReward.findUniqueOrThrow({ where: { userId_kind_reference: key } })
    if (Number(before.amount) !== rings) throw new Problem('idempotency_conflict')
    return
  }
  post('adjustment', rings, reason)
  await record(tx, context, { action: 'player.adjust-rings', appId, targetId: userId, details: { rings, reason } })
}

export const gameStatsHandlers = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Handlers<'gameStats'> => ({
  get: async ({ appId, days }) => {
    await requireApp(db.prisma, appId)
    return readGameStats(db, appId, { days, now: clock() })
  },
})

export const gamePlayerHandlers = (deps: GameNeeds): Handlers<'gamePlayers'> => {
  const { prisma } = deps.db
  const requirePlayer = async ({ appId, id }: { appId: string; id: string }) => {
    await findUser(prisma, appId, id)
    if ((await prisma.player.count({ where: { userId: id } })) === 0) throw new Problem('player_not_found')
    return { userId: id, appId }
  }
  const show = async (player: { userId: string; appId: string }) => {
    const [check] = await checkLedgers(prisma, [player.userId])
    return presentPlayer(await readAccount(deps, player), check!)
  }
  return {
    get: async (input) => show(await requirePlayer(input)),

    ledger: async ({ appId, id, ...page }) => {
      const { userId } = await requirePlayer({ appId, id })
      const where = { userId }
      const rows = await prisma.ringEntry.findMany({ where, orderBy: { firstSeq: 'desc' }, ...skipTake(page) })
      return pageOf(await withTasks(prisma, rows), await prisma.ringEntry.count({ where }), page.limit)
    },

    adjust: async ({ appId, id, ...adjustment }, context) => {
      const player = await requirePlayer({ appId, id })
      await withAccount(deps, player, (open) => adjust(open, adjustment, context))
      return show(player)
    },
  }
}

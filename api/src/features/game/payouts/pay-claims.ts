import type { BackgroundWork } from '../../../lib/background-work.ts'
import { dissolve, findOpenBatch, openBatch } from './batches.ts'
import { noteProblem, payBatch, type PayoutNeeds } from './pay-batch.ts'
import { settleBatch } from './settle-batch.ts'

/** How often claims are looked for. Milliseconds. */
const INTERVAL = 2000
/** Batches of an app in a row: others have their turn. */
const MOST_BATCHES = 20

/** Opens the next batch, and notes why there is none. */
const openNext = async ({ db, clock }: PayoutNeeds, appId: string): Promise<boolean> => {
  const now = clock()
  const opened = await db.transaction((tx) => openBatch(tx, appId, now))
  if (opened === 'opened') return true
  if (opened === 'limit') {
    const problem = { code: 'daily_limit', missing: null, message: null } as const
    await db.transaction((tx) => noteProblem(tx, appId, problem, { token: null, now }))
  }
  if (opened === 'none')
    await db.prisma.$executeRaw`
    UPDATE "Treasury" SET problem = NULL WHERE "appId" = ${appId}::uuid AND problem IS NOT NULL`
  return false
}

/**
 * One step for an app: settles its open batch, pays it, or opens the next. Each step is stored, so that any server goes on after a
 * crash at any point. Tells whether there is more to do now.
 */
const step = async (deps: PayoutNeeds, { appId, address }: { appId: string; address: string }): Promise<boolean> => {
  const batch = await findOpenBatch(deps.db.prisma, appId)
  if (!batch) return openNext(deps, appId)
  // Its players were deleted before it was signed.
  if (batch.transactionId === null && batch.claims.length === 0) {
    await deps.db.transaction((tx) => dissolve(tx, batch.id))
    return true
  }
  return batch.transactionId === null ? payBatch(deps, { ...batch, from: address }) : settleBatch(deps, batch)
}

/** Pays the claims of one app that are due. Any number of servers may call it at once. */
export const payClaimsOf = async (deps: PayoutNeeds, appId: string): Promise<void> => {
  const treasury = await deps.db.prisma.treasury.findUnique({
    where: { appId },
    select: { appId: true, address: true },
  })
  if (!treasury) return
  for (let steps = 0; steps < 3 * MOST_BATCHES && (await step(deps, treasury)); steps += 1);
}

/** Pays the claims of all apps that are due. An app whose payments fail delays no other. */
export const payClaims = async (deps: PayoutNeeds, log: { warn: (fields: object, message: string) => void }) => {
  const due = await deps.db.prisma.treasury.findMany({
    where: { checkAt: { lte: deps.clock() }, app: { deletedAt: null } },
    select: { appId: true },
  })
  await Promise.all(
    due.map(({ appId }) =>
      payClaimsOf(deps, appId).catch((err: unknown) => log.warn({ err, appId }, 'claims of an app could not be paid')),
    ),
  )
}

/** Pays claims beside requests. */
export const startPayouts = (
  background: BackgroundWork,
  deps: PayoutNeeds,
  log: { warn: (fields: object, message: string) => void },
): void => {
  let isRunning = false
  background.repeat(INTERVAL, 'claims could not be paid', async () => {
    if (isRunning) return
    isRunning = true
    await payClaims(deps, log).finally(() => (isRunning = false))
  })
}

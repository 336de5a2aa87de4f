import type { Prisma, Tx } from '../../../db.ts'
import { ChainError } from '../../../lib/chain-error.ts'
import { RpcError } from '../../../lib/json-rpc/errors.ts'
import type { PayoutOrder, PayoutRefusal } from '../../../lib/payout-plan.ts'
import { type PayoutNode, type SignedPayout, signPayout, submitPayout } from '../../transfers/pay-out.ts'
import { countSends } from '../../transfers/send-counts.ts'
import { withSigningSlot } from '../../transfers/signing-slot.ts'
import { type Claim, dissolve, fitting, type OpenBatch, release, removeUnsigned } from './batches.ts'
import { payoutNode } from './payout-chain.ts'
import { blame } from './settle-batch.ts'
import { lockTreasury, missingOf, problemOf, type StoredProblem, walletOfTreasury } from './treasury.ts'
import type { GameNeeds } from '../needs.ts'

export type PayoutNeeds = Pick<GameNeeds, 'db' | 'nodes' | 'signer' | 'clock'>

/** How long after a problem the treasury is asked again. Milliseconds. */
const RETRY_AFTER = { quick: 10_000, slow: 20_000 }

type Problem = Pick<StoredProblem, 'code' | 'missing' | 'message'>

/**
 * Notes why claims wait, and when the treasury is asked again: for all of them, or only for those of one token, while the others are paid.
 * Tells whether it may go on now.
 */
export const noteProblem = async (
  tx: Tx,
  appId: string,
  problem: Problem,
  { token, now }: { token: string | null; now: number },
): Promise<boolean> => {
  const treasury = await lockTreasury(tx, appId)
  if (!treasury) return false
  const before = problemOf(treasury)
  const since = before?.code === problem.code && before.token === token ? before.since : now
  const at = now + (problem.code === 'node_unreachable' ? RETRY_AFTER.quick : RETRY_AFTER.slow)
  const retryAt = { ...Object.fromEntries(missingOf(treasury, now)), ...(token !== null && { [token]: at }) }
  const noted: StoredProblem = { ...problem, token, since, retryAt }
  await tx.treasury.update({
    where: { appId },
    data: { problem: { ...noted } satisfies Prisma.InputJsonObject, ...(token === null && { checkAt: at }) },
  })
  return token !== null
}

const unreachable = (message: string): Problem => ({ code: 'node_unreachable', missing: null, message })

/** What cannot be paid now, from an error of the chain or its node. */
const problemOfError = (error: unknown): Problem | undefined => {
  if (error instanceof RpcError) return unreachable(error.message)
  if (error instanceof ChainError) return { code: 'token_refused', missing: null, message: error.message }
  return undefined
}

interface Payable extends OpenBatch {
  /** The treasury's address. */
  from: string
}

const orderOf = ({ from, claims }: Payable): PayoutOrder => ({
  from,
  token: claims[0]!.token,
  decimals: claims[0]!.decimals,
  payouts: claims.map(({ address, amount }) => ({ to: address, amount })),
})

/** Whether each claim may still be paid: it is in the batch, its app and user are live, and no review has delayed its player meanwhile. */
const isPayable = async (tx: Tx, { id, appId, claims }: OpenBatch): Promise<boolean> => {
  const sending = await tx.ringClaim.count({ where: { batchId: id, status: 'sending' } })
  const userIds = claims.map(({ userId }) => userId)
  const held = await tx.player.count({ where: { userId: { in: userIds }, payoutHeldSince: { not: null } } })
  const gone = await tx.user.count({
    where: { id: { in: userIds }, OR: [{ disabledAt: { not: null } }, { deletedAt: { not: null } }] },
  })
  // Deleting the app waits for a signature under way, and nothing is signed after it.
  const live = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "App" WHERE id = ${appId}::uuid AND "deletedAt" IS NULL FOR SHARE`
  return sending === claims.length && held === 0 && gone === 0 && live.length > 0
}

/**
 * Signs a batch once: the treasury is locked, and the signature, the ledger's row and the batch's are one commit. Undefined where another server
 * has signed it, or it must not be paid any more.
 */
const sign = async (
  deps: PayoutNeeds,
  node: PayoutNode,
  batch: Payable,
  planned: { order: PayoutOrder; unsigned: unknown },
): Promise<SignedPayout | undefined> =>
  withSigningSlot(deps.db, () =>
    deps.db.transaction(async (tx) => {
      const treasury = await lockTreasury(tx, batch.appId)
      const where = { id: batch.id, transactionId: null, settledAt: null }
      if (!treasury || (await tx.payoutBatch.count({ where })) === 0) return undefined
      if (treasury.pausedBecause !== null || !(await isPayable(tx, batch))) {
        await dissolve(tx, batch.id)
        return undefined
      }
      const wallet = await walletOfTreasury(tx, treasury)
      const signed = await signPayout(deps, tx, node, { wallet, ...planned })
      const { token } = planned.order
      await tx.payoutBatch.update({ where: { id: batch.id }, data: { transactionId: signed.id } })
      await tx.ringClaim.updateMany({ where: { batchId: batch.id }, data: { signature: signed.signature } })
      await tx.$executeRaw`
        UPDATE "Treasury" SET problem = NULL
        WHERE "appId" = ${batch.appId}::uuid AND problem IS NOT NULL AND coalesce(problem->>'token', ${token}) = ${token}`
      return signed
    }),
  )

/** Ends an unsigned batch of which some recipients cannot be paid: their claims have failed, and the others are queued again. */
const refuse = async (
  tx: Tx,
  { id, claims }: OpenBatch,
  refusals: { index: number; why: PayoutRefusal }[],
  now: number,
): Promise<void> => {
  if (!(await removeUnsigned(tx, id))) return
  for (const { index, why } of refusals) {
    const { userId, id: claimId } = claims[index]!
    await tx.ringClaim.updateMany({
      where: { userId, id: claimId, batchId: id, status: 'sending' },
      data: { status: 'failed', problem: why, batchId: null, settledAt: now },
    })
  }
  await release(tx, id)
}

/** Ends a batch with a note why: its claims are queued again unless it is signed, which the monitor sends. Tells whether claims of other tokens may be paid now. */
const giveUp = ({ db, clock }: PayoutNeeds, batch: OpenBatch, problem: Problem): Promise<boolean> => {
  const isOfToken = problem.code === 'not_enough_tokens' || problem.code === 'token_refused'
  const token = isOfToken ? batch.claims[0]!.token : null
  return db.transaction(async (tx) => {
    const goesOn = await noteProblem(tx, batch.appId, problem, { token, now: clock() })
    await dissolve(tx, batch.id)
    return goesOn
  })
}

/** Claims that the treasury has tokens for. */
const affordable = ({ claims }: OpenBatch, missing: bigint): Claim[] =>
  fitting(claims, claims.reduce((sum, { amount }) => sum + amount, 0n) - missing)

/** What to do where the treasury lacks tokens: the claims that it can pay stay in the batch. Tells whether to go on. */
const payLess = async (deps: PayoutNeeds, batch: OpenBatch, missing: bigint): Promise<boolean> => {
  const paid = affordable(batch, missing)
  if (paid.length === 0)
    return giveUp(deps, batch, { code: 'not_enough_tokens', missing: String(missing), message: null })
  await deps.db.transaction(async (tx) => {
    const open = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "PayoutBatch" WHERE id = ${batch.id}::uuid AND "transactionId" IS NULL AND "settledAt" IS NULL FOR UPDATE`
    if (open.length === 0) return
    for (const claim of batch.claims)
      if (!paid.includes(claim)) await release(tx, batch.id, { userId: claim.userId, id: claim.id })
  })
  return true
}

/**
 * Pays a batch that is not signed: signs its transaction and sends it. Where that cannot be, its claims are queued again or have failed,
 * and the treasury says why. Tells whether to go on with the next batch.
 */
export const payBatch = async (deps: PayoutNeeds, batch: Payable): Promise<boolean> => {
  const { db, clock } = deps
  try {
    const node = payoutNode(deps.nodes)
    const order = orderOf(batch)
    const plan = await node.chain.plan(node.rpc, order)
    if (plan.kind === 'short' && plan.of === 'token') return await payLess(deps, batch, plan.missing)
    if (plan.kind === 'short')
      return await giveUp(deps, batch, { code: 'not_enough_sol', missing: String(plan.missing), message: null })
    if (plan.kind === 'refused') await db.transaction((tx) => refuse(tx, batch, plan.refusals, clock()))
    if (plan.kind === 'fails') await db.transaction((tx) => blame(tx, batch, clock()))
    if (plan.kind !== 'built') return true
    const signed = await sign(deps, node, batch, { order, unsigned: plan.unsigned })
    if (signed) countSends([node], 'signed')
    const failure = signed && (await submitPayout(deps, node, signed))
    return failure === undefined ? false : await giveUp(deps, batch, unreachable(failure))
  } catch (error) {
    const problem = problemOfError(error)
    if (!problem) throw error
    return giveUp(deps, batch, problem)
  }
}

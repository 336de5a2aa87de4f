import { randomInt } from 'node:crypto'
import type { Prisma, Tx } from '../../../db.ts'
import { broadcast } from '../../../lib/solana/broadcast.ts'
import type { BuiltPayouts, PayoutRefusal } from '../../../lib/solana/build-payouts.ts'
import { SolanaError, SolanaRpcError } from '../../../lib/solana/errors.ts'
import type { SolanaRpc } from '../../../lib/solana/rpc.ts'
import { withSigningSlot } from '../../transfers/signing-slot.ts'
import { markSubmitted } from '../../transfers/intent.ts'
import { solanaNodeAt } from '../../transfers/chains/solana/node.ts'
import { type Claim, dissolve, fitting, type OpenBatch, release, removeUnsigned } from './batches.ts'
import { blame } from './settle-batch.ts'
import { lockTreasury, missingOf, problemOf, type StoredProblem, walletOfTreasury } from './treasury.ts'
import type { GameNeeds } from '../needs.ts'

export type PayoutNeeds = Pick<GameNeeds, 'db' | 'nodes' | 'signer' | 'clock'>

/** The maximum priority fee in lamports: 0.0001 SOL. */
const MAX_PRIORITY_FEE = 100_000n
const EXTRA_UNITS = 4096
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

/** What cannot be paid now, from an error of the library or the node. */
const problemOfError = (error: unknown): Problem | undefined => {
  if (error instanceof SolanaRpcError) return { code: 'node_unreachable', missing: null, message: error.message }
  if (error instanceof SolanaError) return { code: 'token_refused', missing: null, message: error.message }
  return undefined
}

interface Payable extends OpenBatch {
  /** The treasury's address. */
  from: string
}

/** Builds and simulates the batch's transaction. Imports the chain's libraries with the first: they take half a second and 20 MB. */
const build = async (rpc: SolanaRpc, { from, claims }: Payable): Promise<BuiltPayouts | { kind: 'fails' }> => {
  const { buildPayouts } = await import('../../../lib/solana/build-payouts.ts')
  const built = await buildPayouts(rpc, {
    from,
    mint: claims[0]!.token,
    decimals: claims[0]!.decimals,
    payouts: claims.map(({ address, amount }) => ({ to: address, amount })),
    maxPriorityFee: MAX_PRIORITY_FEE,
    extraUnits: randomInt(EXTRA_UNITS),
  })
  if (built.kind !== 'built') return built
  const { simulateTransaction } = await import('../../../lib/solana/simulate.ts')
  const { failure } = await simulateTransaction(rpc, built.transaction, from)
  return failure ? { kind: 'fails' } : built
}

type Built = Extract<BuiltPayouts, { kind: 'built' }>

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

/** What the ledger keeps of a signed batch. */
const ledgerRow = (
  { appId, from, claims }: Payable,
  { lastValidBlockHeight, fee }: Built,
  signed: { signature: string; transaction: string },
  rpcUrl: string,
): Prisma.TransactionUncheckedCreateInput => ({
  appId,
  userId: null,
  initiator: 'server',
  chain: 'solana',
  network: 'solana',
  kind: 'transfer',
  fromAddress: from,
  token: claims[0]!.token,
  decimals: claims[0]!.decimals,
  rpcUrl,
  toAddress: claims.length === 1 ? claims[0]!.address : null,
  amount: String(claims.reduce((sum, { amount }) => sum + amount, 0n)),
  signature: signed.signature,
  signed: new Uint8Array(Buffer.from(signed.transaction, 'base64')),
  validUntil: BigInt(lastValidBlockHeight),
  maxFee: String(fee),
})

/**
 * Signs a batch once: the treasury is locked, and the signature, the ledger's row and the batch's are one commit. Undefined where another server
 * has signed it, or it must not be paid any more.
 */
const sign = async (
  { db, signer }: PayoutNeeds,
  batch: Payable,
  built: Built,
  rpcUrl: string,
): Promise<{ id: string; signed: string } | undefined> =>
  withSigningSlot(db, () =>
    db.transaction(async (tx) => {
      const treasury = await lockTreasury(tx, batch.appId)
      const where = { id: batch.id, transactionId: null, settledAt: null }
      if (!treasury || (await tx.payoutBatch.count({ where })) === 0) return undefined
      if (treasury.pausedBecause !== null || !(await isPayable(tx, batch))) {
        await dissolve(tx, batch.id)
        return undefined
      }
      const signed = await signer.solanaTransaction(await walletOfTreasury(tx, treasury), built.transaction)
      const { token } = batch.claims[0]!
      const { id } = await tx.transaction.create({
        data: ledgerRow(batch, built, signed, rpcUrl),
        select: { id: true },
      })
      await tx.payoutBatch.update({ where: { id: batch.id }, data: { transactionId: id } })
      await tx.ringClaim.updateMany({ where: { batchId: batch.id }, data: { signature: signed.signature } })
      await tx.$executeRaw`
        UPDATE "Treasury" SET problem = NULL
        WHERE "appId" = ${batch.appId}::uuid AND problem IS NOT NULL AND coalesce(problem->>'token', ${token}) = ${token}`
      return { id, signed: signed.transaction }
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

/** Ends an unsigned batch with a note why; its claims are queued again. Tells whether claims of other tokens may be paid now. */
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
    const { url, rpc } = solanaNodeAt(deps.nodes, undefined)
    const built = await build(rpc, batch)
    if (built.kind === 'short' && built.of === 'tokens') return await payLess(deps, batch, built.missing)
    if (built.kind === 'short')
      return await giveUp(deps, batch, { code: 'not_enough_sol', missing: String(built.missing), message: null })
    if (built.kind === 'refused') await db.transaction((tx) => refuse(tx, batch, built.refusals, clock()))
    if (built.kind === 'fails') await db.transaction((tx) => blame(tx, batch, clock()))
    if (built.kind !== 'built') return true
    const signed = await sign(deps, batch, built, url)
    if (!signed) return false
    // The monitor sends it again until the chain has decided, also where this fails.
    await broadcast(rpc, signed.signed)
    await markSubmitted(db, signed.id)
    return false
  } catch (error) {
    const problem = problemOfError(error)
    if (!problem) throw error
    return giveUp(deps, batch, problem)
  }
}

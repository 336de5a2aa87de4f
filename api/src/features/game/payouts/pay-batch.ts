import { randomInt } from 'node:crypto'
import type { Prisma, Tx } from '../../../db.ts'
import type { Deps } from '../../../deps.ts'
import { broadcast } from '../../../lib/solana/broadcast.ts'
import type { BuiltPayouts, PayoutRefusal } from '../../../lib/solana/build-payouts.ts'
import { SolanaError, SolanaRpcError } from '../../../lib/solana/errors.ts'
import type { SolanaRpc } from '../../../lib/solana/rpc.ts'
import { withSigningSlot } from '../../ledger/keyed-mutex.ts'
import { markSubmitted } from '../../ledger/intent.ts'
import { nodeAt } from '../../wallets/nodes.ts'
import { dissolve, type OpenBatch } from './batches.ts'
import { blame } from './settle-batch.ts'
import { lockTreasury, problemOf, type StoredProblem, walletOfTreasury } from './treasury.ts'

export type PayoutDeps = Pick<Deps, 'db' | 'nodes' | 'signer' | 'clock'>

/** The maximum priority fee in lamports: 0.0001 SOL. */
const MAX_PRIORITY_FEE = 100_000n
const EXTRA_UNITS = 4096
/** How long after a problem the treasury is asked again. Milliseconds. */
const RETRY_AFTER = { quick: 10_000, slow: 60_000 }

type Problem = Pick<StoredProblem, 'code' | 'missing' | 'message'>

/** Notes why a treasury pays nothing now, and when it is asked again. */
export const noteProblem = async (tx: Tx, appId: string, problem: Problem, now: number): Promise<void> => {
  const treasury = await lockTreasury(tx, appId)
  if (!treasury) return
  const before = problemOf(treasury)
  const since = before?.code === problem.code ? before.since : now
  const wait = problem.code === 'node_unreachable' ? RETRY_AFTER.quick : RETRY_AFTER.slow
  await tx.treasury.update({
    where: { appId },
    data: { problem: { ...problem, since } satisfies Prisma.InputJsonObject, checkAt: now + wait },
  })
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
    ...{ from, mint: claims[0]!.token, decimals: claims[0]!.decimals },
    payouts: claims.map(({ address, amount }) => ({ to: address, amount })),
    ...{ maxPriorityFee: MAX_PRIORITY_FEE, extraUnits: randomInt(EXTRA_UNITS) },
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

/**
 * Signs a batch once: the treasury is locked, and the signature, the ledger's row and the batch's are one commit. Undefined where another server
 * has signed it, or it must not be paid any more.
 */
const sign = async (
  { db, signer }: PayoutDeps,
  batch: Payable,
  { transaction, lastValidBlockHeight, fee }: Built,
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
      const signed = await signer.solanaTransaction(await walletOfTreasury(tx, treasury), transaction)
      const [claim] = batch.claims
      const { id } = await tx.transaction.create({
        data: {
          ...{ appId: batch.appId, userId: null, initiator: 'server', chain: 'solana', network: 'solana' },
          ...{ kind: 'transfer', fromAddress: batch.from, token: claim!.token, decimals: claim!.decimals, rpcUrl },
          toAddress: batch.claims.length === 1 ? claim!.address : null,
          amount: String(batch.claims.reduce((sum, { amount }) => sum + amount, 0n)),
          ...{ signature: signed.signature, signed: new Uint8Array(Buffer.from(signed.transaction, 'base64')) },
          ...{ validUntil: BigInt(lastValidBlockHeight), maxFee: String(fee) },
        },
        select: { id: true },
      })
      await tx.payoutBatch.update({ where: { id: batch.id }, data: { transactionId: id } })
      await tx.ringClaim.updateMany({ where: { batchId: batch.id }, data: { signature: signed.signature } })
      await tx.$executeRaw`UPDATE "Treasury" SET problem = NULL WHERE "appId" = ${batch.appId}::uuid AND problem IS NOT NULL`
      return { id, signed: signed.transaction }
    }),
  )

/** Takes claims whose recipients cannot be paid out of the batch; the others are queued again. */
const refuse = async (
  tx: Tx,
  { id, claims }: OpenBatch,
  refusals: { index: number; why: PayoutRefusal }[],
  now: number,
): Promise<void> => {
  for (const { index, why } of refusals) {
    const { userId, id: claimId } = claims[index]!
    await tx.ringClaim.updateMany({
      where: { userId, id: claimId, batchId: id, status: 'sending' },
      data: { status: 'failed', problem: why, batchId: null, settledAt: now },
    })
  }
  await dissolve(tx, id)
}

/** Ends an unsigned batch with a note why; its claims are queued again. */
const giveUp = ({ db, clock }: PayoutDeps, batch: OpenBatch, problem: Problem): Promise<void> =>
  db.transaction(async (tx) => {
    await noteProblem(tx, batch.appId, problem, clock())
    await dissolve(tx, batch.id)
  })

/**
 * Pays a batch that is not signed: signs its transaction and sends it. Where that cannot be, its claims are queued again or have failed,
 * and the treasury says why. Tells whether to go on with the next batch.
 */
export const payBatch = async (deps: PayoutDeps, batch: Payable): Promise<boolean> => {
  const { db, clock } = deps
  try {
    const { url, rpc } = nodeAt(deps.nodes, 'solana', undefined)
    const built = await build(rpc, batch)
    if (built.kind === 'short') {
      const code = built.of === 'tokens' ? 'not_enough_tokens' : 'not_enough_sol'
      await giveUp(deps, batch, { code, missing: String(built.missing), message: null })
      return false
    }
    if (built.kind === 'refused') await db.transaction((tx) => refuse(tx, batch, built.refusals, clock()))
    if (built.kind === 'fails') await db.transaction((tx) => blame(tx, batch.id, clock()))
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
    await giveUp(deps, batch, problem)
    return false
  }
}

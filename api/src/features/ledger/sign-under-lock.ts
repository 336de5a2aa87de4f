import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import { policyOf } from '../policies/effective.ts'
import { enforcePolicy, type TransactionImpact } from '../policies/enforce-policy.ts'
import { reserveSpend } from '../policies/reserve-spend.ts'
import { storeSigned, type SignedIntent } from './intent.ts'
import { withKeyedMutex, withSigningSlot } from './keyed-mutex.ts'

const lockWallet = (tx: Tx, { owner, chain }: StoredWallet) =>
  tx.$queryRaw`SELECT 1 FROM "Wallet" WHERE "userId" = ${owner.userId}::uuid AND chain = ${chain}::"Chain" FOR UPDATE`

/** Work on one wallet, with its row locked against every other instance. */
export const withWalletLock = <T>({ db }: Pick<Deps, 'db'>, wallet: StoredWallet, work: (tx: Tx) => Promise<T>) =>
  withKeyedMutex(`${wallet.owner.userId} ${wallet.chain}`, () =>
    withSigningSlot(db, () =>
      db.transaction(async (tx) => {
        await lockWallet(tx, wallet)
        return work(tx)
      }),
    ),
  )

/** A call that took minutes finds its row removed: nothing was signed. */
const lockIntent = async (tx: Tx, id: string): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "Transaction" WHERE id = ${id}::uuid FOR UPDATE`
  if (rows.length > 0) return
  throw new Problem('chain_timeout', { message: 'The chain took too long to answer. Nothing was sent; try again' })
}

/** What is stored of it; the caller may know more. */
const storedPart = ({ signature, signed, ...more }: SignedIntent): SignedIntent => {
  const { nonce, validFrom, validUntil, maxFee, toAddress, token, amount } = more
  const kept = { nonce, validFrom, validUntil, maxFee, toAddress, token, amount }
  return { signature, signed, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) }
}

/**
 * Judges the transaction's impact by the current rules, records what it spends, signs it and stores the signature: all
 * of it, or nothing. What `sign` allots, such as a nonce, is allotted by the same commit that stores the signature, so that no crash
 * leaves a gap. Nothing leaves this server before that commit. Throws `policy_refused`, `send_in_progress`, `chain_timeout`
 * where it came too late, and what `sign` throws; a unique violation where the same signature is stored already.
 */
export const signUnderLock = async <T extends SignedIntent>(
  deps: Pick<Deps, 'db'>,
  { id, wallet, impact }: { id: string; wallet: StoredWallet; impact: TransactionImpact },
  sign: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withWalletLock(deps, wallet, async (tx) => {
    await lockIntent(tx, id)
    const policy = await policyOf(tx, wallet.owner)
    enforcePolicy(policy, impact)
    await reserveSpend(tx, { transactionId: id, userId: wallet.owner.userId }, policy, impact)
    const signed = await sign(tx)
    if (!(await storeSigned(tx, id, storedPart(signed)))) throw new Problem('send_in_progress', { retryAfter: 1 })
    return signed
  })

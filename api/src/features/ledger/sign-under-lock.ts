import type { TransactionModel, Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import { policyOf } from '../policies/effective.ts'
import { enforcePolicy, tokenRef, type TransactionImpact } from '../policies/enforce-policy.ts'
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

type Initiator = Pick<TransactionModel, 'initiator' | 'initiatorId' | 'initiatorIp'>

/** What a partner has a wallet do stands in the audit trail, with the secret that was shown: the user did not ask for it. */
const auditPartner = async (
  tx: Tx,
  { initiator, initiatorId, initiatorIp }: Initiator,
  { id, wallet: { owner }, impact }: Signing,
): Promise<void> => {
  if (initiator !== 'app') return
  const spends = impact.spends.map(({ token, amount }) => `${amount} of ${tokenRef(impact.network, token)}`)
  await tx.auditEvent.create({
    data: {
      ...{ actor: 'app', actorId: owner.appId, appId: owner.appId, targetId: owner.userId, ip: initiatorIp },
      action: 'wallet.sign-for-app',
      details: { transactionId: id, secretId: initiatorId, network: impact.network, spends },
    },
  })
}

interface Signing {
  id: string
  wallet: StoredWallet
  impact: TransactionImpact
}

/** A call that took minutes finds its row removed: nothing was signed. */
const lockIntent = async (tx: Tx, id: string): Promise<Initiator> => {
  const [row] = await tx.$queryRaw<Initiator[]>`
    SELECT initiator::text, "initiatorId", "initiatorIp" FROM "Transaction" WHERE id = ${id}::uuid FOR UPDATE`
  if (row) return row
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
  signing: Signing,
  sign: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const { id, wallet, impact } = signing
  return withWalletLock(deps, wallet, async (tx) => {
    const initiator = await lockIntent(tx, id)
    const policy = await policyOf(tx, wallet.owner)
    enforcePolicy(policy, impact)
    await reserveSpend(tx, { transactionId: id, userId: wallet.owner.userId }, policy, impact)
    const signed = await sign(tx)
    if (!(await storeSigned(tx, id, storedPart(signed)))) throw new Problem('send_in_progress', { retryAfter: 1 })
    await auditPartner(tx, initiator, signing)
    return signed
  })
}

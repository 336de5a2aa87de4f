import { tokenRef } from '@openauth/client'
import type { TransactionModel, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { AuditDetails } from '../audit/record.ts'
import type { StoredWallet } from '../../custody/index.ts'
import { judgingPolicy, readOwnRules } from '../policy-engine/effective.ts'
import { enforcePolicy, type TransactionImpact } from '../policy-engine/enforce-policy.ts'
import { reserveSpend } from '../policy-engine/reserve-spend.ts'
import type { Sender } from './owner.ts'
import { storeSigned, type SignedIntent } from './intent.ts'
import { countSends } from './send-counts.ts'
import { withKeyedMutex } from '../../lib/keyed-mutex.ts'
import { withSigningSlot } from './signing-slot.ts'
import { requireLive } from './require-live.ts'
import { tellingRefusal } from './tell-refusal.ts'

const lockWallet = (tx: Tx, { owner, chain }: StoredWallet) =>
  tx.$queryRaw`SELECT 1 FROM "Wallet" WHERE "userId" = ${owner.userId}::uuid AND chain = ${chain}::"Chain" FOR UPDATE`

/** Runs work with the wallet's row locked, in this process and in the database. */
export const withWalletLock = <T>({ db }: Pick<Platform, 'db'>, wallet: StoredWallet, work: (tx: Tx) => Promise<T>) =>
  withKeyedMutex(`${wallet.owner.userId} ${wallet.chain}`, () =>
    withSigningSlot(db, () =>
      db.transaction(async (tx) => {
        await lockWallet(tx, wallet)
        return work(tx)
      }),
    ),
  )

type Initiator = Pick<TransactionModel, 'initiator' | 'initiatorId' | 'initiatorIp'>

/** Records a partner's signature with its secret in the audit trail, because the user did not request it. */
const auditPartner = async (
  tx: Tx,
  { initiator, initiatorId, initiatorIp }: Initiator,
  { id, wallet: { owner }, impact }: Signing,
): Promise<void> => {
  if (initiator !== 'app') return
  const spends = impact.spends.map(({ token, amount }) => `${amount} of ${tokenRef(impact.network, token)}`)
  await tx.auditEvent.create({
    data: {
      actor: 'app',
      actorId: owner.appId,
      appId: owner.appId,
      targetId: owner.userId,
      ip: initiatorIp,
      action: 'wallet.sign-for-app',
      details: { transactionId: id, secretId: initiatorId, network: impact.network, spends } satisfies AuditDetails,
    },
  })
}

interface Signing {
  id: string
  sender: Sender
  wallet: StoredWallet
  impact: TransactionImpact
}

/** Locks the intent's row. Throws `chain_timeout` if it was removed because the call took minutes. */
const lockIntent = async (tx: Tx, id: string): Promise<Initiator> => {
  const [row] = await tx.$queryRaw<Initiator[]>`
    SELECT initiator::text, "initiatorId", "initiatorIp" FROM "Transaction" WHERE id = ${id}::uuid FOR UPDATE`
  if (row) return row
  throw new Problem('chain_timeout', { message: 'The chain took too long to answer. Nothing was sent; try again' })
}

/** The columns of a signed intent, without further fields of the caller. */
const columnsOf = ({ signature, signed, ...more }: SignedIntent): SignedIntent => {
  const { nonce, validFrom, validUntil, maxFee, toAddress, token, amount, decimals } = more
  const columns = { nonce, validFrom, validUntil, maxFee, toAddress, token, amount, decimals }
  return {
    signature,
    signed,
    ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)),
  }
}

/** In one database transaction, as signUnderLock says. */
const signInTransaction = async <T extends SignedIntent>(
  deps: Pick<Platform, 'db'>,
  signing: Signing,
  sign: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const { id, sender, wallet, impact } = signing
  const stored = await withWalletLock(deps, wallet, async (tx) => {
    const initiator = await lockIntent(tx, id)
    await requireLive(tx, sender)
    const { userId, appId } = wallet.owner
    const isPartner = initiator.initiator === 'app'
    const policy = judgingPolicy(await readOwnRules(tx, wallet.owner), impact, { isPartner })
    enforcePolicy(policy, impact)
    await reserveSpend(tx, { transactionId: id, userId, ...(isPartner ? { partnerAppId: appId } : {}) }, policy, impact)
    const signed = await sign(tx)
    if (!(await storeSigned(tx, id, columnsOf(signed)))) throw new Problem('send_in_progress', { retryAfter: 1 })
    await auditPartner(tx, initiator, signing)
    return signed
  })
  countSends([impact], 'signed')
  return stored
}

/**
 * In one database transaction: requires that the sender is still authorized, judges the impact by the current policy,
 * reserves the spend, signs, and stores the signature. Values that `sign` allocates, such as a nonce, are part of the same
 * commit, so that a crash leaves no gap. The server sends nothing before the commit. Throws the errors of requireLive and of
 * `sign`, `policy_refused`, `send_in_progress`, `chain_timeout` if the intent was removed, and a unique violation if another
 * row has the same signature.
 */
export const signUnderLock = <T extends SignedIntent>(
  deps: Pick<Platform, 'db'>,
  signing: Signing,
  sign: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const { wallet, impact } = signing
  return tellingRefusal(deps, { ...wallet.owner, network: impact.network }, () =>
    signInTransaction(deps, signing, sign),
  )
}

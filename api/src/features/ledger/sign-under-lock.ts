import type { WalletPolicy } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import { judge, type Deed } from '../policies/judge.ts'
import { reserve } from '../policies/reserve.ts'
import { keepSigned, type SignedIntent } from './intent.ts'

/** The last piece of work of each wallet of this process. */
const queues = new Map<string, Promise<unknown>>()

/**
 * One after the other for each name. Without it each of many sends from one wallet would hold a connection of the pool
 * while it waits for the lock in the database, and everybody else would wait for connections.
 */
const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const mine = (queues.get(name) ?? Promise.resolve()).then(work, work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  queues.set(name, settled)
  void settled.then(() => queues.get(name) === settled && queues.delete(name))
  return mine
}

const lockWallet = (tx: Tx, { owner, chain }: StoredWallet) =>
  tx.$queryRaw`SELECT 1 FROM "Wallet" WHERE "userId" = ${owner.userId}::uuid AND chain = ${chain}::"Chain" FOR UPDATE`

/** Work on one wallet, with its row locked against every other instance. */
export const withWalletLock = <T>(deps: Pick<Deps, 'db'>, wallet: StoredWallet, work: (tx: Tx) => Promise<T>) =>
  inTurn(`${wallet.owner.userId} ${wallet.chain}`, () =>
    deps.db.transaction(async (tx) => {
      await lockWallet(tx, wallet)
      return work(tx)
    }),
  )

/**
 * Judges a deed, notes what it takes, signs it and keeps what was signed: all of it, or nothing. What `sign` allots, such
 * as a nonce, is allotted by the same commit that stores the signature, so that no crash leaves a gap. Nothing leaves
 * this server before that commit. Throws `policy_refused`, `send_in_progress`, and what `sign` throws.
 */
export const signUnderLock = async <T extends SignedIntent>(
  deps: Pick<Deps, 'db'>,
  { id, wallet, policy, deed }: { id: string; wallet: StoredWallet; policy: WalletPolicy; deed: Deed },
  sign: (tx: Tx) => Promise<T>,
): Promise<T> => {
  judge(policy, deed)
  return withWalletLock(deps, wallet, async (tx) => {
    await reserve(tx, { transactionId: id, userId: wallet.owner.userId }, policy, deed)
    const signed = await sign(tx)
    const { signature, signed: bytes, nonce, validFrom, validUntil, maxFee, toAddress, token, amount } = signed
    const kept = { signature, signed: bytes, nonce, validFrom, validUntil, maxFee, toAddress, token, amount }
    const given = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
    if (!(await keepSigned(tx, id, given as unknown as SignedIntent)))
      throw new Problem('send_in_progress', { retryAfter: 1 })
    return signed
  })
}

import { randomUUID } from 'node:crypto'
import { payoutNetwork, type TreasuryProblem, walletChainOf } from '@openauth/client'
import type { TreasuryModel, Tx } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { storeDataKey } from '../../keys/data-keys.ts'
import type { WalletWithAddress } from '../../transfers/stored-wallet.ts'

/** The kind of its wallet. */
const chain = walletChainOf(payoutNetwork)

/** Locks an app's treasury for one change; undefined where it has none. */
export const lockTreasury = async (tx: Tx, appId: string): Promise<TreasuryModel | undefined> => {
  const [row] = await tx.$queryRaw<TreasuryModel[]>`SELECT * FROM "Treasury" WHERE "appId" = ${appId}::uuid FOR UPDATE`
  return row
}

/** Makes an app's treasury unless it has one; tells whether this call did. Throws CustodyError. */
export const createTreasury = async (
  { db, keys }: Pick<Platform, 'db' | 'keys'>,
  appId: string,
  onCreated: (tx: Tx) => Promise<void>,
): Promise<void> => {
  if ((await db.prisma.treasury.count({ where: { appId } })) > 0) return
  const id = randomUUID()
  const { kekId, wrappedKey, wallets } = await keys.sealNewWallets({ appId, userId: id }, 'random')
  const { address, sealedSecret } = wallets.find((wallet) => wallet.chain === chain)!
  await db.transaction(async (tx) => {
    const { count } = await tx.treasury.createMany({
      data: [{ appId, id, address, sealedSecret: new Uint8Array(sealedSecret) }],
      skipDuplicates: true,
    })
    if (count === 0) return
    await storeDataKey(tx, { owner: 'user', appId, userId: id }, { kekId, wrappedKey })
    await onCreated(tx)
  })
}

/** The treasury's wallet, for a signature. No other code reads its key. */
export const walletOfTreasury = async (
  tx: Tx,
  { appId, id, address, sealedSecret }: TreasuryModel,
): Promise<WalletWithAddress> => {
  const key = await tx.dataKey.findUniqueOrThrow({ where: { owner_ownerId: { owner: 'user', ownerId: id } } })
  const { kekId, wrappedKey } = key
  return { owner: { appId, userId: id }, chain, address, sealedSecret, kekId, wrappedKey }
}

/** Why a treasury pays nothing now, as it is stored. */
export interface StoredProblem {
  code: TreasuryProblem
  /** Smallest units or lamports, decimal. */
  missing: string | null
  message: string | null
  /** The mint of the claims that it keeps from payment; null: all of them wait. */
  token: string | null
  /** When each mint that is missing is looked for again. Milliseconds since the epoch. */
  retryAt: Record<string, number>
  /** Milliseconds since the epoch. */
  since: number
}

export const problemOf = ({ problem }: Pick<TreasuryModel, 'problem'>): StoredProblem | null =>
  problem as unknown as StoredProblem | null

/** The tokens whose claims wait because the treasury lacks them, with when each is looked for again. */
export const missingOf = (treasury: Pick<TreasuryModel, 'problem'>, now: number): [token: string, retryAt: number][] =>
  Object.entries(problemOf(treasury)?.retryAt ?? {}).filter(([, at]) => at > now)

/** The tokens whose claims wait now because the treasury lacks them. */
export const missingTokens = (treasury: Pick<TreasuryModel, 'problem'>, now: number): string[] =>
  missingOf(treasury, now).map(([token]) => token)

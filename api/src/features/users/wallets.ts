import type { Statement, Tx } from '../../db.ts'
import {
  type Custody,
  type SealedSeed,
  type SealedWallets,
  SEEDS_AT_ONCE,
  type WalletOwner,
} from '../../custody/index.ts'
import { Problem } from '../../errors.ts'
import { withKeyedMutex } from '../../lib/keyed-mutex.ts'
import type { Platform } from '../../resources.ts'
import { storeDataKey } from '../keys/data-keys.ts'

/** What reads of wallets need, since the first read of a user's makes them. */
export type WalletReadNeeds = Pick<Platform, 'db' | 'keys'>

/** Seals a seed for each new user of an app, in their order. */
export const sealSeeds = async (
  keys: Pick<Custody, 'sealNewSeeds'>,
  appId: string,
  userIds: readonly string[],
): Promise<SealedSeed[]> => {
  const seeds: SealedSeed[] = []
  for (let at = 0; at < userIds.length; at += SEEDS_AT_ONCE) {
    const owners = userIds.slice(at, at + SEEDS_AT_ONCE).map((userId) => ({ appId, userId }))
    seeds.push(...(await keys.sealNewSeeds(owners)))
  }
  return seeds
}

/** Stores the seed of a new user, from which its wallets are derived at their first need. */
export const storeSeed = async (tx: Tx, owner: WalletOwner, { sealedEntropy, ...key }: SealedSeed): Promise<void> => {
  await storeDataKey(tx, { owner: 'user', ...owner }, key)
  await tx.walletSeed.create({ data: { userId: owner.userId, sealedEntropy } })
}

/** Stores the wallets of a user of a former deployment, which have no seed. */
export const storeLegacyWallets = async (
  tx: Tx,
  owner: WalletOwner,
  { wallets, ...key }: SealedWallets,
): Promise<void> => {
  await storeDataKey(tx, { owner: 'user', ...owner }, key)
  await tx.wallet.createMany({ data: wallets.map((wallet) => ({ ...wallet, userId: owner.userId })) })
}

const readSeed: Statement = {
  name: 'wallet-seed',
  text: `
    SELECT EXISTS (SELECT 1 FROM "Wallet" w WHERE w."userId" = u.id) AS "areMade", s."sealedEntropy", k."kekId", k."wrappedKey"
    FROM "User" u LEFT JOIN "WalletSeed" s ON s."userId" = u.id
    LEFT JOIN "DataKey" k ON k.owner = 'user' AND k."ownerId" = u.id
    WHERE u.id = $1 AND u."appId" = $2 AND u."deletedAt" IS NULL`,
}

interface SeedRow {
  areMade: boolean
  sealedEntropy: Buffer | null
  kekId: string
  wrappedKey: Buffer
}

/**
 * Stores the wallets of a user that is not deleted. The user's row is locked: disabling and deleting lock it too, so that they end
 * before there is a wallet that signs, or see the wallet and wait for its signatures.
 */
const storeDerived: Statement = {
  name: 'store-wallets',
  text: `
    WITH live AS (SELECT id FROM "User" WHERE id = $1 AND "appId" = $2 AND "deletedAt" IS NULL FOR SHARE)
    INSERT INTO "Wallet" ("userId", chain, address, "sealedSecret")
    SELECT live.id, made.chain::"Chain", made.address, made.secret
    FROM live CROSS JOIN unnest($3::text[], $4::text[], $5::bytea[]) AS made (chain, address, secret)
    ON CONFLICT DO NOTHING`,
}

/**
 * Makes the wallets of a user that has none yet. They follow from the seed that was stored with the user: concurrent calls, other
 * servers and a server that was killed before it stored them come to the same addresses, so there is nothing to decide
 * between them. Throws `user_not_found` for a user that is deleted or of another app, and CustodyError.
 */
export const makeWallets = async ({ db, keys }: WalletReadNeeds, { appId, userId }: WalletOwner): Promise<void> => {
  // A derivation takes milliseconds of processor time; calls that come meanwhile wait for it.
  await withKeyedMutex(`wallets of ${userId}`, async () => {
    const [row] = await db.query<SeedRow & Record<string, unknown>>(readSeed, [userId, appId])
    if (!row) throw new Problem('user_not_found')
    const { areMade, sealedEntropy, kekId, wrappedKey } = row
    if (areMade) return
    if (!sealedEntropy) throw new Error(`The user ${userId} has neither wallets nor a seed`)
    const wallets = await keys.deriveWallets({ owner: { appId, userId }, kekId, wrappedKey, sealedEntropy })
    const columns = [
      wallets.map(({ chain }) => chain),
      wallets.map(({ address }) => address),
      wallets.map(({ sealedSecret }) => sealedSecret),
    ]
    await db.query(storeDerived, [userId, appId, ...columns])
  })
}

/**
 * What `read` finds of a user's wallets, undefined where it finds none: then they are made, and read again. Whoever reads a wallet
 * of one user reads it through this. Throws as makeWallets does.
 */
export const withWallets = async <T>(
  needs: WalletReadNeeds,
  owner: WalletOwner,
  read: () => Promise<T | undefined>,
): Promise<T> => {
  const found = await read()
  if (found !== undefined) return found
  await makeWallets(needs, owner)
  const made = await read()
  // Deleted after its seed was read.
  if (made === undefined) throw new Problem('user_not_found')
  return made
}

/** The addresses of a user's wallets, in the form of the API. Throws as makeWallets does. */
export const readWallets = (needs: WalletReadNeeds, owner: WalletOwner) =>
  withWallets(needs, owner, async () => {
    const { userId } = owner
    const rows = await needs.db.prisma.wallet.findMany({ where: { userId }, select: { chain: true, address: true } })
    const addresses = new Map(rows.map(({ chain, address }) => [chain, address]))
    const [solWallet, ethWallet, dotWallet] = [
      addresses.get('solana'),
      addresses.get('ethereum'),
      addresses.get('polkadot'),
    ]
    return solWallet && ethWallet && dotWallet ? { solWallet, ethWallet, dotWallet } : undefined
  })

import type { Database, Statement } from '../../db.ts'
import type { Chain, StoredWallet, WalletOwner } from '../../custody/index.ts'

const readWallet: Statement = {
  name: 'wallet',
  text: `
    SELECT w.address, w."sealedSecret", k."kekId", k."wrappedKey" FROM "Wallet" w
    JOIN "DataKey" k ON k.owner = 'user' AND k."ownerId" = w."userId"
    WHERE w."userId" = $1 AND w.chain = $2::"Chain"`,
}

/** A wallet that signs, and its address. */
export type WalletWithAddress = StoredWallet & { address: string }

interface WalletRow {
  address: string
  sealedSecret: Buffer
  kekId: string
  wrappedKey: Buffer
}

/** Reads a user's wallet of a chain. Every user has one per chain. */
export const storedWallet = async (
  db: Pick<Database, 'query'>,
  { appId, userId }: WalletOwner,
  chain: Chain,
): Promise<WalletWithAddress> => {
  const [row] = await db.query<WalletRow & Record<string, unknown>>(readWallet, [userId, chain])
  if (!row) throw new Error(`The user ${userId} has no ${chain} wallet`)
  const { address, sealedSecret, kekId, wrappedKey } = row
  return { owner: { appId, userId }, chain, address, sealedSecret, kekId, wrappedKey }
}

/** Reads the address of a user's wallet, without its key. */
export const addressOfWallet = async (
  { prisma }: Pick<Database, 'prisma'>,
  { userId }: WalletOwner,
  chain: Chain,
): Promise<string> =>
  (await prisma.wallet.findUniqueOrThrow({ where: { userId_chain: { userId, chain } }, select: { address: true } }))
    .address

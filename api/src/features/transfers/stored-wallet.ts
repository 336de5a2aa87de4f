import type { Statement } from '../../db.ts'
import type { Chain, StoredWallet, WalletOwner } from '../../custody/index.ts'
import { type WalletReadNeeds, withWallets } from '../users/wallets.ts'

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

/** Reads a user's wallet of a chain, which is made where this is the first need of it. Throws as makeWallets does. */
export const storedWallet = async (
  needs: WalletReadNeeds,
  owner: WalletOwner,
  chain: Chain,
): Promise<WalletWithAddress> => {
  const { appId, userId } = owner
  const row = await withWallets(needs, owner, async () => {
    const [found] = await needs.db.query<WalletRow & Record<string, unknown>>(readWallet, [userId, chain])
    return found
  })
  const { address, sealedSecret, kekId, wrappedKey } = row
  return { owner: { appId, userId }, chain, address, sealedSecret, kekId, wrappedKey }
}

/** Reads the address of a user's wallet, without its key; the wallet is made as storedWallet does. */
export const addressOfWallet = (needs: WalletReadNeeds, owner: WalletOwner, chain: Chain): Promise<string> =>
  withWallets(needs, owner, async () => {
    const where = { userId_chain: { userId: owner.userId, chain } }
    return (await needs.db.prisma.wallet.findUnique({ where, select: { address: true } }))?.address
  })

import type { Deps } from '../../deps.ts'
import type { Chain } from '../../lib/custody/derive.ts'
import { openWalletSecret, type WalletOwner } from '../../lib/custody/wallet-secrets.ts'

/** Lends the 32-byte secret of a user's wallet for the time of `work`, and zeroes it after. Throws CustodyError. */
export const withWalletSecret = async <T>(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  owner: WalletOwner,
  chain: Chain,
  work: (secret: Buffer, address: string) => T | Promise<T>,
): Promise<T> => {
  const { userId } = owner
  const wallet = await db.prisma.wallet.findUniqueOrThrow({ where: { userId_chain: { userId, chain } } })
  const key = await db.prisma.dataKey.findUniqueOrThrow({
    where: { owner_ownerId: { owner: 'user', ownerId: userId } },
  })
  const { kekId, wrappedKey } = key
  const secret = await openWalletSecret(keys, owner, { kekId, wrappedKey, chain, sealedSecret: wallet.sealedSecret })
  try {
    return await work(secret, wallet.address)
  } finally {
    secret.fill(0)
  }
}

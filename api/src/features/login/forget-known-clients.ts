import type { Tx } from '../../db.ts'
import { guessedAccount } from './guessed-account.ts'
import { forgetClients } from './known-clients.ts'

/**
 * Removes all known clients of a user, in the transaction that ends its sessions: such a device must not keep its own budget
 * of guesses. Call it before identities are removed.
 */
export const forgetKnownClients = async (tx: Tx, userId: string): Promise<void> => {
  const identities = await tx.identity.findMany({ where: { userId, provider: { in: ['username', 'email'] } } })
  await forgetClients(
    tx,
    identities.map(({ appId, provider, subject }) =>
      provider === 'email' ? guessedAccount.email(appId, subject) : guessedAccount.username(appId, subject),
    ),
  )
}

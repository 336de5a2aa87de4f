import type { PasskeyModel, Tx } from '../../db.ts'

/** A passkey in the form that an account change stores, for restoring it. */
export interface StoredPasskey {
  id: string
  rpId: string
  /** base64 */
  publicKey: string
  counter: string
  transports: string[]
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** A passkey as JSON, for the record of a change that can be undone. */
export const storedPasskeyOf = (passkey: PasskeyModel): StoredPasskey & Record<string, string | string[] | null> => {
  const { id, rpId, publicKey, counter, transports, name, createdAt, lastUsedAt } = passkey
  return {
    id,
    rpId,
    transports,
    name,
    counter: counter.toString(),
    publicKey: Buffer.from(publicKey).toString('base64'),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** Restores removed passkeys with their original dates. */
export const restorePasskeys = async (tx: Tx, userId: string, passkeys: StoredPasskey[]): Promise<void> => {
  await tx.passkey.createMany({
    data: passkeys.map(({ publicKey, counter, createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      userId,
      counter: BigInt(counter),
      publicKey: Buffer.from(publicKey, 'base64'),
      createdAt: new Date(createdAt),
      lastUsedAt: lastUsedAt && new Date(lastUsedAt),
    })),
    skipDuplicates: true,
  })
}

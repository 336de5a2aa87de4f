import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { seal, unseal } from '../envelope.ts'
import type { KeyEncryptionKey } from '../key-service.ts'

/** A KEK that records the data keys it received and returned, to check that they are zeroed. */
export const memoryKek = (id: string): KeyEncryptionKey & { seen: Uint8Array[] } => {
  const key = randomBytes(32)
  const seen: Uint8Array[] = []
  const noted = (dataKey: Buffer) => (seen.push(dataKey), dataKey)
  return {
    id,
    seen,
    wrap: async (dek, aad) => seal(key, noted(dek), aad),
    unwrap: async (wrapped, aad) => noted(unseal(key, wrapped, aad)),
  }
}

/** A KEK of a remote backend: each unwrap takes a few milliseconds, and is recorded with the buffer it returned. */
export const remoteKek = (id = 'aws:1', key = randomBytes(32)) => {
  const given: Buffer[] = []
  const kek: KeyEncryptionKey = {
    id,
    wrap: async (dek, aad) => seal(key, dek, aad),
    unwrap: async (wrapped, aad) => {
      await pause(5)
      const dek = unseal(key, wrapped, aad)
      given.push(dek)
      return dek
    },
  }
  return { kek, given }
}

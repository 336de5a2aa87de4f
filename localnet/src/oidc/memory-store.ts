import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  /** Milliseconds since 1970. */
  expiresAt: number
}

const isCurrent = ({ expiresAt }: Entry): boolean => expiresAt > Date.now()

const storeOf = (entries: Map<string, Entry>): Adapter => {
  const findBy = (field: 'uid' | 'userCode', value: string) =>
    [...entries.values()].find((entry) => entry.payload[field] === value && isCurrent(entry))?.payload
  return {
    upsert: async (id, payload, expiresIn = Number.POSITIVE_INFINITY) =>
      void entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 }),
    find: async (id) => {
      const entry = entries.get(id)
      return entry && isCurrent(entry) ? entry.payload : undefined
    },
    findByUid: async (uid) => findBy('uid', uid),
    findByUserCode: async (userCode) => findBy('userCode', userCode),
    consume: async (id) => {
      const entry = entries.get(id)
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}

/**
 * What one issuer stores: sessions, grants, codes and tokens. The library's own store is one for all issuers of a process.
 * https://github.com/panva/node-oidc-provider/blob/main/example/my_adapter.js
 */
export const memoryStore = (): AdapterFactory => {
  const kinds = new Map<string, Map<string, Entry>>()
  return (kind) => {
    const entries = kinds.get(kind) ?? new Map<string, Entry>()
    kinds.set(kind, entries)
    return storeOf(entries)
  }
}

import { createHmac } from 'node:crypto'
import type { ApprovalChange } from '@openauth/client'
import type { ApprovalModel, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { derivedSecret, withDataKey } from '../keys/data-keys.ts'

/** What an approval stands for: all that decides what is run, in whose name, and what its approver was shown. */
export interface AskedFor {
  call: string
  /** As it was sent, in the form of the wire. */
  input: Record<string, unknown>
  appId: string | null
  requestedById: number
  tokenId: string | null
  reason: string
  version: string | null
  changes: ApprovalChange[]
}

const PURPOSE = 'approval'
const scope = { owner: 'server' } as const

/** JSON with sorted keys: equal values give equal text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

/** A keyed digest. Without the server's key nobody tries passwords on it. */
export type Digest = (value: unknown) => Buffer<ArrayBuffer>

/** Opens the digest of requests: HMAC-SHA-256 under a key of the server. */
export const openDigest = async (tx: Tx, keys: Platform['keys']): Promise<Digest> => {
  const key = await derivedSecret(tx, keys, 'approvals')
  return (value) => createHmac('sha256', key).update(canonical(value)).digest()
}

/** Seals a request under its id: a changed row, or the seal of another one, does not open as it. */
export const sealRequest = (tx: Tx, keys: Platform['keys'], id: string, asked: AskedFor) =>
  withDataKey(tx, keys, scope, ({ seal }) => seal(PURPOSE, id, JSON.stringify(asked)))

/** Opens a stored request, and compares it with what its row shows. Throws `approval_altered`. */
export const openRequest = async (tx: Tx, keys: Platform['keys'], row: ApprovalModel): Promise<AskedFor> => {
  const text = await withDataKey(tx, keys, scope, ({ open }) => {
    try {
      return open(PURPOSE, row.id, row.sealed)
    } catch {
      throw new Problem('approval_altered')
    }
  })
  const asked = JSON.parse(text) as AskedFor
  const { call, appId, requestedById, tokenId, reason, version, changes } = row
  const shown = { call, appId, requestedById, tokenId, reason, version, changes, input: asked.input }
  if (canonical(shown) !== canonical(asked)) throw new Problem('approval_altered')
  return asked
}

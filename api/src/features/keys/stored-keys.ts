import type { Database } from '../../db.ts'
import type { KekCount, KeyScope } from '../../custody/index.ts'

/** A stored data key: a row of DataKey. */
export interface StoredKey {
  owner: KeyScope['owner']
  ownerId: string
  appId: string | null
  kekId: string
  wrappedKey: Uint8Array<ArrayBuffer>
}

/** In the order of the database's enum, which is that of the primary key's index. */
const owners = ['server', 'app', 'user'] as const

/** The scope to which a data key was bound when it was wrapped. */
export const scopeOf = ({ owner, ownerId, appId }: StoredKey): KeyScope => {
  if (owner === 'server') return { owner }
  if (owner === 'app') return { owner, appId: ownerId }
  return { owner, appId: appId ?? '', userId: ownerId }
}

/** How many data keys each KEK wraps. */
export const countByKek = async ({ prisma }: Database): Promise<KekCount[]> => {
  const groups = await prisma.dataKey.groupBy({ by: ['kekId'], _count: true, orderBy: { kekId: 'asc' } })
  return groups.map(({ kekId, _count }) => ({ kekId, rows: _count }))
}

export interface KeyBatch {
  rows: StoredKey[]
  /** Where the next batch begins; null after the last. */
  next: string | null
}

export interface KeyBatchOptions {
  /** `next` of the batch before. Undefined: from the beginning. */
  after?: string | undefined
  limit: number
  /** Leaves out data keys under this KEK. */
  except?: string
}

const parseCursor = (after: string | undefined): { from: number; ownerId: string | undefined } => {
  const [owner, ownerId] = after?.split('.') ?? []
  const from = owners.findIndex((one) => one === owner)
  return from < 0 ? { from: 0, ownerId: undefined } : { from, ownerId }
}

/**
 * A batch of data keys after a cursor, in the order of their primary key. Rows may change and vanish between batches.
 */
export const storedKeys = async (
  { prisma }: Database,
  { after, limit, except }: KeyBatchOptions,
): Promise<KeyBatch> => {
  const { from, ownerId } = parseCursor(after)
  const rows: StoredKey[] = []
  for (const owner of owners.slice(from)) {
    const isFirst = owner === owners[from] && ownerId !== undefined
    const found: StoredKey[] = await prisma.dataKey.findMany({
      where: {
        owner,
        ...(isFirst ? { ownerId: { gt: ownerId } } : {}),
        ...(except === undefined ? {} : { kekId: { not: except } }),
      },
      orderBy: { ownerId: 'asc' },
      take: limit - rows.length,
    })
    rows.push(...found)
    if (rows.length === limit) break
  }
  const last = rows.at(-1)
  return { rows, next: last && rows.length === limit ? `${last.owner}.${last.ownerId}` : null }
}

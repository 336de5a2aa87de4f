import type { Database } from '../../db.ts'
import type { KeyScope } from '../../lib/custody/key-service.ts'
import type { KekCount } from '../../lib/custody/rotation.ts'

/** A row of DataKey, as its primary key orders them. */
export interface StoredKey {
  owner: KeyScope['owner']
  ownerId: string
  appId: string | null
  kekId: string
  wrappedKey: Uint8Array<ArrayBuffer>
}

const owners = ['server', 'app', 'user'] as const

/** Whose data key a row is, as it was bound when it was wrapped. */
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

/**
 * All data keys that were there when it began, at most `size` at a time, without those under `except`. Each part is read
 * when it is asked for; rows may change and vanish meanwhile.
 */
export async function* storedKeys(
  { prisma }: Database,
  { size, except }: { size: number; except?: string },
): AsyncGenerator<StoredKey[]> {
  for (const owner of owners) {
    let after: string | undefined
    do {
      const rows: StoredKey[] = await prisma.dataKey.findMany({
        where: {
          owner,
          ...(after === undefined ? {} : { ownerId: { gt: after } }),
          ...(except === undefined ? {} : { kekId: { not: except } }),
        },
        orderBy: { ownerId: 'asc' },
        take: size,
      })
      after = rows.length < size ? undefined : rows.at(-1)?.ownerId
      if (rows.length > 0) yield rows
    } while (after !== undefined)
  }
}

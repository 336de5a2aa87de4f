import type { Tx } from '../../db.ts'

const providersByFame = ['username', 'email', 'google'] as const

/** What lists call users, by id: display name, username, address, or the name of another account. Users without one are left out. */
export const namesOfUsers = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const users = await tx.user.findMany({
    where: { id: { in: [...new Set(ids)] }, deletedAt: null },
    select: { id: true, displayName: true, identities: { select: { provider: true, display: true } } },
  })
  const named = users.flatMap(({ id, displayName, identities }): [string, string][] => {
    const known = providersByFame.map((name) => identities.find(({ provider }) => provider === name))
    const name = displayName ?? [...known, ...identities].find((identity) => identity !== undefined)?.display
    return name === undefined ? [] : [[id, name]]
  })
  return new Map(named)
}

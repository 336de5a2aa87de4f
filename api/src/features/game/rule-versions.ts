import type { contract, GameRules, HandlerResult } from '@openauth/client'
import type { GameRulesModel, Tx } from '../../db.ts'

type StoredRules = HandlerResult<typeof contract.gameRules.get>

/** Versions of rules as the API shows them, each with the admin who made it. */
export const presentVersions = async (tx: Tx, rows: GameRulesModel[]): Promise<StoredRules[]> => {
  const ids = [...new Set(rows.flatMap(({ adminId }) => adminId ?? []))]
  const admins = await tx.admin.findMany({ where: { id: { in: ids }, deletedAt: null } })
  const names = new Map(admins.map(({ id, username }) => [id, username]))
  return rows.map(({ version, rules, createdAt, adminId }) => ({
    version,
    rules: rules as GameRules,
    createdAt,
    madeBy: adminId === null ? null : { id: adminId, username: names.get(adminId) ?? null },
  }))
}

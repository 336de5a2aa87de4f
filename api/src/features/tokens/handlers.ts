import { keyOfToken, refOf, MOST_KNOWN_TOKENS, type Network } from '@openauth/client'
import type { KnownTokenModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { lockApp, requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import type { TokenNames } from '../tokens/token-names.ts'

const present = (row: KnownTokenModel) => ({ ...row, network: row.network as Network })

export const knownTokenHandlers = ({
  db,
  tokenNames,
}: Pick<Platform, 'db'> & { tokenNames: TokenNames }): Handlers<'knownTokens'> => ({
  list: async ({ appId }) => {
    await requireApp(db.prisma, appId)
    const orderBy = [{ network: 'asc' as const }, { symbol: 'asc' as const }, { address: 'asc' as const }]
    return (await db.prisma.knownToken.findMany({ where: { appId }, orderBy })).map(present)
  },

  set: async ({ appId, network, address, symbol, name, iconUrl = null, priceId = null }, context) => {
    const key = { appId, ...keyOfToken(network, address) }
    const fields = { symbol, name, iconUrl, priceId }
    const row = await db.transaction(async (tx) => {
      await lockApp(tx, appId)
      const others = await tx.knownToken.count({ where: { appId, NOT: key } })
      if (others >= MOST_KNOWN_TOKENS) throw new Problem('too_many_tokens')
      const where = { appId_network_address: key }
      const saved = await tx.knownToken.upsert({ where, create: { ...key, ...fields }, update: fields })
      await record(tx, context, { action: 'known-token.set', appId, targetId: refOf(key), details: { symbol, name } })
      return saved
    })
    tokenNames.invalidate()
    return present(row)
  },

  remove: async ({ appId, network, address }, context) => {
    const key = { appId, ...keyOfToken(network, address) }
    await db.transaction(async (tx) => {
      await lockApp(tx, appId)
      if ((await tx.knownToken.deleteMany({ where: key })).count === 0) throw new Problem('token_not_known')
      await record(tx, context, { action: 'known-token.remove', appId, targetId: refOf(key) })
    })
    tokenNames.invalidate()
    return {}
  },
})

import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { appsInReach } from '../../admin-rights.ts'
import { listSends } from './list-sends.ts'
import { findTransaction, listTransactions } from './list.ts'

export const transactionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'transactions'> => ({
  list: (page, { identity: { userId } }) => listTransactions(db.prisma, userId, page),
})

export const appTransactionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'appTransactions'> => ({
  get: ({ id }, { identity: { appId } }) => findTransaction(db.prisma, appId, id),
})

export const adminTransactionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'adminTransactions'> => ({
  list: async (filters, { identity }) => listSends(db.prisma, filters, appsInReach(identity, filters.appId)),
})

import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listSends } from './list-sends.ts'
import { findTransaction, listTransactions } from './list.ts'

export const transactionHandlers = ({ db }: Deps): Handlers<'transactions'> => ({
  list: (page, { identity: { userId } }) => listTransactions(db.prisma, userId, page),
})

export const appTransactionHandlers = ({ db }: Deps): Handlers<'appTransactions'> => ({
  get: ({ id }, { identity: { appId } }) => findTransaction(db.prisma, appId, id),
})

export const adminTransactionHandlers = ({ db }: Deps): Handlers<'adminTransactions'> => ({
  list: (filters) => listSends(db.prisma, filters),
})

import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listTransactions } from './list.ts'

export const transactionHandlers = ({ db }: Deps): Handlers<'transactions'> => ({
  list: (page, { identity: { userId } }) => listTransactions(db.prisma, userId, page),
})

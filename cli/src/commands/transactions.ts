import { sentAmount } from '../amounts.ts'
import type { Noun } from '../noun.ts'
import type { Row } from '../view.ts'

const nameOf = (field: 'app' | 'user') => ({
  header: field,
  value: (row: Row) => {
    const { id, name } = row[field] as Row
    return name ?? id
  },
})

export const transactions: Noun = {
  name: 'transactions',
  group: 'adminTransactions',
  summary: "Sends of users' wallets",
  verbs: { list: { positional: ['q'] } },
  columns: ['createdAt', 'status', 'network', 'kind', sentAmount, nameOf('user'), nameOf('app'), 'signature'],
  examples: [
    'openauth transactions list --status failed',
    'openauth transactions list 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --network base',
  ],
}

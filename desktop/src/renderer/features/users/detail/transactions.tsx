import { TransactionList } from '../../transactions/list-transactions.tsx'
import { useShownUser } from './user-ref.ts'

/** The user's sends on all networks, with the state that the chain last reported. */
export const Transactions = () => {
  const { appId, id } = useShownUser().scope
  return <TransactionList scope={{ appId, userId: id }} />
}

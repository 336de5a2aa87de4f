import { PageHeader } from '@openauth/ui/page-header'
import { useParams } from 'react-router-dom'
import { useTranslate } from '../../i18n/i18n.ts'
import { TransactionList } from './list-transactions.tsx'

/** The sends of the users of all apps; within an app, of its users. */
export const Transactions = () => {
  const t = useTranslate()
  const { appId } = useParams()
  return (
    <div className="screen">
      <title>{`${t('transactions.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('transactions.title')}
        description={t(appId ? 'transactions.leadApp' : 'transactions.lead')}
      />
      <TransactionList key={appId} scope={appId ? { appId } : {}} />
    </div>
  )
}

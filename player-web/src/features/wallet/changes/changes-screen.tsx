import type { AccountChange } from '@openauth/client'
import { methodTitleOf } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { Empty, Failure, Skeleton } from '../../../components/states.tsx'
import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { shortenAddress } from '../../../lib/format.ts'
import { ProofForm } from '../export/proof-form.tsx'
import { Screen } from '../screen.tsx'
import { useChanges, useUndo } from './use-changes.ts'
import './changes.css'

const useWords = ({ kind, method }: AccountChange): string => {
  const t = useTranslate()
  const name = { method: methodTitleOf(method) }
  switch (kind) {
    case 'bind':
    case 'passkey_add':
      return t('changes.bind', name)
    case 'unbind':
    case 'passkey_remove':
      return t('changes.unbind', name)
    case 'password_change':
      return t('changes.password')
    case 'key_export':
      return t('changes.export')
    case 'data_export':
      return t('changes.dataExport')
    case 'deletion_request':
      return t('changes.deletionRequest')
    case 'deletion_cancel':
      return t('changes.deletionCancel')
    case 'support_access':
      return t('changes.support')
  }
}

/** The changed credential; a wallet by the shortened address. */
const Display = ({ method, display }: { method: string; display: string }) =>
  method === 'ethereum' || method === 'solana' ? (
    <small className="mono" title={display}>
      {shortenAddress(display, 6)}
    </small>
  ) : (
    <small className="change-words">{display}</small>
  )

const Change = ({ change, isBusy, onUndo }: { change: AccountChange; isBusy: boolean; onUndo: () => void }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  const words = useWords(change)
  const { method, display, ip, createdAt, undoneAt, undoableUntil } = change
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(createdAt)
  return (
    <li className="card change">
      <span className="card-words">
        <strong className="change-words">{words}</strong>
        {display !== null && <Display method={method} display={display} />}
        <small>{ip === null ? date : t('changes.at', { date, ip })}</small>
        {undoneAt !== null && <small>{t('changes.undone')}</small>}
      </span>
      {undoableUntil !== null && (
        <Button aria-label={t('changes.undoOf', { change: words })} loading={isBusy} onClick={onUndo}>
          {t('changes.undo')}
        </Button>
      )}
    </li>
  )
}

const List = () => {
  const t = useTranslate()
  const query = useChanges()
  const { undo, confirm, asked, isPending, error } = useUndo()
  if (asked) return <ProofForm error={error} isBusy={isPending} onShow={confirm} />
  if (query.isPending) return <Skeleton className="skeleton-rows" lines={3} />
  if (query.data === undefined) return <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <Empty icon="shield">{t('changes.none')}</Empty>
  return (
    <ul className="card-list">
      {query.data.map((change) => (
        <Change key={change.id} change={change} isBusy={isPending} onUndo={() => undo(change)} />
      ))}
    </ul>
  )
}

/** Lists changes of login methods and keys, with buttons to undo them. */
const ChangesScreen = () => {
  const t = useTranslate()
  return (
    <Screen title={t('wallet.changes')}>
      <p className="note">{t('changes.hint')}</p>
      <List />
    </Screen>
  )
}

export default ChangesScreen

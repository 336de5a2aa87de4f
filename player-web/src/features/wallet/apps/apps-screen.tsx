import type { DappPermission } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Empty, Failure, Skeleton } from '../../../components/states.tsx'
import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { Screen } from '../screen.tsx'
import { Programs } from './programs.tsx'
import { usePermissions, useRevoke } from './use-permissions.ts'
import './apps.css'

/** The origin comes first: a dapp chooses its name, but not its origin. */
const ConnectedApp = ({ permission }: { permission: DappPermission }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  const { mutate, isPending } = useRevoke()
  const { origin, name, createdAt } = permission
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(createdAt)
  return (
    <li className="card connected">
      <span className="card-words">
        <strong className="connected-origin">{origin}</strong>
        {name !== null && <small className="connected-name">{name}</small>}
        <small>{t('apps.connected', { date })}</small>
      </span>
      <Button aria-label={t('apps.disconnectFrom', { origin })} loading={isPending} onClick={() => mutate(permission)}>
        {t('apps.disconnect')}
      </Button>
    </li>
  )
}

const List = () => {
  const t = useTranslate()
  const query = usePermissions()
  if (query.isPending) return <Skeleton className="skeleton-rows" lines={3} />
  if (query.data === undefined) return <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <Empty icon="link">{t('apps.none')}</Empty>
  return (
    <ul className="card-list">
      {query.data.map((permission) => (
        <ConnectedApp key={permission.id} permission={permission} />
      ))}
    </ul>
  )
}

/** The dapps that may see the wallet's address, each with a button to revoke that. */
const AppsScreen = () => {
  const t = useTranslate()
  return (
    <Screen title={t('wallet.apps')}>
      <p className="note">{t('apps.hint')}</p>
      <List />
      <Programs />
    </Screen>
  )
}

export default AppsScreen

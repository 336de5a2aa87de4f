import { endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { SidePanel } from '@openauth/ui/side-panel'
import { toast } from '@openauth/ui/toaster'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { useCrumb } from '../../navigation/crumb.ts'
import { EntryGone } from '../../components/entry-notices.tsx'
import { May, NotAllowed } from '../../components/may.tsx'
import { useMay } from '../../api/rights.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ConnectionState } from './connection-columns.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { type Connection, useConnectionsChanged } from './connections-query.ts'
import { TestConnection } from './test-connection.tsx'

interface ConnectionProps {
  appId: string
  connection: Connection
}

const Delete = ({ appId, connection, onDone }: ConnectionProps & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useConnectionsChanged()
  const { id, title } = connection
  const remove = async () => {
    await client.oidcConnections.delete({ appId, connectionId: id })
    onDone()
    await changed()
    toast.success(t('content.deleted', { name: title }))
  }
  return (
    <div className="connection-end">
      <ConfirmDialog
        title={t('content.deleteTitle', { name: title })}
        description={t('oidcConnections.deleteLead')}
        confirmLabel={t('content.delete')}
        onConfirm={remove}
        trigger={<Button variant="danger">{t('oidcConnections.delete')}</Button>}
      />
    </div>
  )
}

interface Props {
  appId: string
  /** Undefined for a new one. */
  connection: Connection | undefined
  /** The address names a connection that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (connection: Connection) => void
}

/** A connection beside the list: its fields, a test of it, and its end. */
export const ConnectionPanel = ({ appId, connection, isGone, onClose, onAdded }: Props) => {
  const t = useTranslate()
  const mayCreate = useMay(endpoints.oidcConnections.create)
  const [shown, setShown] = useState(connection)
  // A deleted connection stays in its form: what was typed there is not lost.
  if (connection !== undefined && connection !== shown) setShown(connection)
  const title = shown?.title ?? t(isGone ? 'content.gone' : 'oidcConnections.add')
  useCrumb(title)
  return (
    <SidePanel
      open
      title={<span dir="auto">{title}</span>}
      description={connection && <ConnectionState connection={connection} />}
      onClose={onClose}
    >
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : shown === undefined && !mayCreate ? (
        <NotAllowed call={endpoints.oidcConnections.create} />
      ) : (
        <ConnectionForm {...{ appId, connection: shown, isGone, onAdded }} />
      )}
      {connection && (
        <>
          <May call={endpoints.oidcConnections.test}>
            <TestConnection key={connection.updatedAt} appId={appId} connection={connection} />
          </May>
          <May call={endpoints.oidcConnections.delete}>
            <Delete appId={appId} connection={connection} onDone={onClose} />
          </May>
        </>
      )}
    </SidePanel>
  )
}

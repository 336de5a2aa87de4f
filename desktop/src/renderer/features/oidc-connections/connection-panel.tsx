import { endpoints } from '@openauth/client'
import { client } from '../../api/queries.ts'
import { DeleteEntry } from '../../components/delete-entry.tsx'
import { May } from '../../components/may.tsx'
import { VersionedPanel } from '../../components/versioned-panel.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { ConnectionState } from './connection-columns.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { type Connection, useConnectionsChanged } from './connections-query.ts'
import { TestConnection } from './test-connection.tsx'

interface Props {
  appId: string
  /** Undefined for a new one. */
  connection: Connection | undefined
  /** The address names a connection that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (connection: Connection) => void
}

const nameOf = ({ title }: Connection) => title

const Existing = ({ appId, connection, onClose }: Pick<Props, 'appId' | 'onClose'> & { connection: Connection }) => {
  const t = useTranslate()
  const changed = useConnectionsChanged()
  return (
    <>
      <May call={endpoints.oidcConnections.test}>
        <TestConnection key={connection.updatedAt} appId={appId} connection={connection} />
      </May>
      <May call={endpoints.oidcConnections.delete}>
        <div className="connection-end">
          <DeleteEntry
            name={connection.title}
            label={t('oidcConnections.delete')}
            consequences={t('oidcConnections.deleteLead')}
            remove={() => client.oidcConnections.delete({ appId, connectionId: connection.id })}
            changed={changed}
            onDone={onClose}
          />
        </div>
      </May>
    </>
  )
}

/** A connection beside the list: its fields, a test of it, and its end. */
export const ConnectionPanel = ({ appId, connection, isGone, onClose, onAdded }: Props) => {
  const t = useTranslate()
  return (
    <VersionedPanel
      {...{ isGone, nameOf, onClose }}
      entry={connection}
      addLabel={t('oidcConnections.add')}
      create={endpoints.oidcConnections.create}
      description={connection && <ConnectionState connection={connection} />}
      renderForm={(shown) => <ConnectionForm {...{ appId, connection: shown, isGone, onAdded }} />}
    >
      {connection && <Existing {...{ appId, connection, onClose }} />}
    </VersionedPanel>
  )
}

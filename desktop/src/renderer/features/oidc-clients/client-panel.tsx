import { endpoints, hasClientSecret } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { client as api } from '../../api/queries.ts'
import { DeleteEntry } from '../../components/delete-entry.tsx'
import { May } from '../../components/may.tsx'
import { VersionedPanel } from '../../components/versioned-panel.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { ClientState } from './client-columns.tsx'
import { ClientForm } from './client-form.tsx'
import { type OidcClient, useClientsChanged } from './clients-query.ts'
import '../oidc-connections/oidc-connections.css'

interface ClientProps {
  appId: string
  client: OidcClient
}

const Rotate = ({ appId, client, onSecret }: ClientProps & { onSecret: (secret: string) => void }) => {
  const t = useTranslate()
  const changed = useClientsChanged()
  const rotate = async () => {
    const { clientSecret } = await api.oidcClients.rotateSecret({ appId, clientId: client.id })
    if (clientSecret !== null) onSecret(clientSecret)
    await changed()
  }
  return (
    <ConfirmDialog
      title={t('oidcClients.rotateTitle', { name: client.name })}
      description={t('oidcClients.rotateLead', { end: client.secretLastFour ?? '' })}
      confirmLabel={t('oidcClients.rotate')}
      onConfirm={rotate}
      trigger={<Button>{t('oidcClients.rotate')}</Button>}
    />
  )
}

interface Props {
  appId: string
  /** Undefined for a new one. */
  client: OidcClient | undefined
  /** The address names a client that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (client: OidcClient) => void
  onSecret: (secret: string) => void
}

const nameOf = ({ name }: OidcClient) => name

/** What ends something of a client. */
const Ends = ({ appId, client, onClose, onSecret }: ClientProps & Pick<Props, 'onClose' | 'onSecret'>) => {
  const t = useTranslate()
  const changed = useClientsChanged()
  return (
    <div className="connection-end">
      {hasClientSecret(client.authentication) && (
        <May call={endpoints.oidcClients.rotateSecret}>
          <Rotate appId={appId} client={client} onSecret={onSecret} />
        </May>
      )}
      <May call={endpoints.oidcClients.delete}>
        <DeleteEntry
          name={client.name}
          label={t('oidcClients.delete')}
          consequences={t('oidcClients.deleteLead')}
          remove={() => api.oidcClients.delete({ appId, clientId: client.id })}
          changed={changed}
          onDone={onClose}
        />
      </May>
    </div>
  )
}

/** A client beside the list: its fields, its secret, and its end. */
export const ClientPanel = ({ appId, client, isGone, onClose, onAdded, onSecret }: Props) => {
  const t = useTranslate()
  return (
    <VersionedPanel
      {...{ isGone, nameOf, onClose }}
      entry={client}
      addLabel={t('oidcClients.add')}
      create={endpoints.oidcClients.create}
      description={client && <ClientState client={client} />}
      renderForm={(shown) => <ClientForm {...{ appId, client: shown, isGone, onAdded, onSecret }} />}
    >
      {client && <Ends {...{ appId, client, onClose, onSecret }} />}
    </VersionedPanel>
  )
}

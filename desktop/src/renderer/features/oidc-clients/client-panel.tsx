import { endpoints, hasClientSecret } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { SidePanel } from '@openauth/ui/side-panel'
import { toast } from '@openauth/ui/toaster'
import { useState } from 'react'
import { client as api } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { EntryGone } from '../../components/entry-notices.tsx'
import { May, NotAllowed } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { useCrumb } from '../../navigation/crumb.ts'
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

const Delete = ({ appId, client, onDone }: ClientProps & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useClientsChanged()
  const { id, name } = client
  const remove = async () => {
    await api.oidcClients.delete({ appId, clientId: id })
    onDone()
    await changed()
    toast.success(t('content.deleted', { name }))
  }
  return (
    <ConfirmDialog
      title={t('content.deleteTitle', { name })}
      description={t('oidcClients.deleteLead')}
      confirmLabel={t('content.delete')}
      onConfirm={remove}
      trigger={<Button variant="danger">{t('oidcClients.delete')}</Button>}
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

/** A client beside the list: its fields, its secret, and its end. */
export const ClientPanel = ({ appId, client, isGone, onClose, onAdded, onSecret }: Props) => {
  const t = useTranslate()
  const mayCreate = useMay(endpoints.oidcClients.create)
  const [shown, setShown] = useState(client)
  // A deleted client stays in its form: what was typed there is not lost.
  if (client !== undefined && client !== shown) setShown(client)
  const title = shown?.name ?? t(isGone ? 'content.gone' : 'oidcClients.add')
  useCrumb(title)
  return (
    <SidePanel
      open
      title={<span dir="auto">{title}</span>}
      description={client && <ClientState client={client} />}
      onClose={onClose}
    >
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : shown === undefined && !mayCreate ? (
        <NotAllowed call={endpoints.oidcClients.create} />
      ) : (
        <ClientForm {...{ appId, client: shown, isGone, onAdded, onSecret }} />
      )}
      {client && (
        <div className="connection-end">
          {hasClientSecret(client.authentication) && (
            <May call={endpoints.oidcClients.rotateSecret}>
              <Rotate appId={appId} client={client} onSecret={onSecret} />
            </May>
          )}
          <May call={endpoints.oidcClients.delete}>
            <Delete appId={appId} client={client} onDone={onClose} />
          </May>
        </div>
      )}
    </SidePanel>
  )
}
